// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.junit.jupiter.api.Tag;

/**
 * Tests for the operations over HTTP with WebFlux.
 */
@Tag("thorough")
@Tag("versions")
class OperationsOnWebFluxTests extends OperationTests {

	OperationsOnWebFluxTests() {
		super(RestApplication.Web.WEBFLUX);
	}

}
