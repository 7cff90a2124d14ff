// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import org.junit.jupiter.api.Tag;

import io.delay.rest.RestApplication;

/**
 * Tests for reserves over HTTP with WebFlux.
 */
@Tag("thorough")
class ReservesOnWebFluxTests extends ReserveTests {

	ReservesOnWebFluxTests() {
		super(RestApplication.Web.WEBFLUX);
	}

}
