// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import org.junit.jupiter.api.Tag;

import io.delay.rest.RestApplication;

/**
 * Tests for the memory of bodies with Spring MVC.
 */
@Tag("thorough")
class RequestMemoryOnMvcTests extends RequestMemoryTests {

	RequestMemoryOnMvcTests() {
		super(RestApplication.Web.MVC);
	}

}
