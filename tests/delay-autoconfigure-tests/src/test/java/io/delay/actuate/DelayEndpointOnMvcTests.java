// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * The operations on Spring MVC.
 */
class DelayEndpointOnMvcTests extends DelayEndpointWebTests {

	DelayEndpointOnMvcTests() {
		super(Web.MVC);
	}

}
