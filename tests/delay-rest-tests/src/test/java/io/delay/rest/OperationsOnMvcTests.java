// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.junit.jupiter.api.Tag;

/**
 * Tests for the operations over HTTP with Mvc.
 */
@Tag("versions")
class OperationsOnMvcTests extends OperationTests {

	OperationsOnMvcTests() {
		super(RestApplication.Web.MVC);
	}

}
