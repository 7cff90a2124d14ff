// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.junit.jupiter.api.Tag;

/**
 * Tests for bad input with WebFlux.
 */
@Tag("thorough")
class BadInputOnWebFluxTests extends BadInputTests {

	BadInputOnWebFluxTests() {
		super(RestApplication.Web.WEBFLUX);
	}

}
