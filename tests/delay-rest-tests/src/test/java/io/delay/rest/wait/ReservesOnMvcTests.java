// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import io.delay.rest.RestApplication;

/**
 * Tests for reserves over HTTP with Mvc.
 */
class ReservesOnMvcTests extends ReserveTests {

	ReservesOnMvcTests() {
		super(RestApplication.Web.MVC);
	}

}
