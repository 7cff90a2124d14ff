// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import io.delay.drill.DrillApplication.Web;

/**
 * Cuts connections to Spring MVC on Tomcat.
 */
class CutConnectionsOnMvcTests extends CutConnectionTests {

	CutConnectionsOnMvcTests() {
		super(Web.MVC);
	}

}
