// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

/**
 * Tests for bad input with Mvc.
 */
class BadInputOnMvcTests extends BadInputTests {

	BadInputOnMvcTests() {
		super(RestApplication.Web.MVC);
	}

}
