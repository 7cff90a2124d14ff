// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import io.delay.drill.DrillApplication.Web;

/**
 * Cuts connections to Spring WebFlux on Netty.
 */
class CutConnectionsOnWebFluxTests extends CutConnectionTests {

	CutConnectionsOnWebFluxTests() {
		super(Web.WEBFLUX);
	}

}
