// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.junit.jupiter.api.Tag;

/**
 * Tests for the memory of bodies with Spring WebFlux.
 */
@Tag("thorough")
class RequestMemoryOnWebFluxTests extends RequestMemoryTests {

	RequestMemoryOnWebFluxTests() {
		super(RestApplication.Web.WEBFLUX);
	}

}
