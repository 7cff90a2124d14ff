// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import io.delay.rest.RestApplication;

/**
 * Tests for bad input with Mvc.
 */
class BadInputOnMvcTests extends BadInputTests {

	BadInputOnMvcTests() {
		super(RestApplication.Web.MVC);
	}

}
