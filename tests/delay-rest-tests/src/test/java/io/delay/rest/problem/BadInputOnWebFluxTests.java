// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import org.junit.jupiter.api.Tag;

import io.delay.rest.RestApplication;

/**
 * Tests for bad input with WebFlux.
 */
@Tag("thorough")
class BadInputOnWebFluxTests extends BadInputTests {

	BadInputOnWebFluxTests() {
		super(RestApplication.Web.WEBFLUX);
	}

}
