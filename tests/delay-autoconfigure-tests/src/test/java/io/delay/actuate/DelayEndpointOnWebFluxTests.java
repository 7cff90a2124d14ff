// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import org.junit.jupiter.api.Tag;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * The operations on Spring WebFlux.
 */
@Tag("thorough")
@Tag("versions")
class DelayEndpointOnWebFluxTests extends DelayEndpointWebTests {

	DelayEndpointOnWebFluxTests() {
		super(Web.WEBFLUX);
	}

}
