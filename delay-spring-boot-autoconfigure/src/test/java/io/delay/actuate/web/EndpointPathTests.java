// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.ExposableEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.withSettings;

/**
 * Tests for {@link EndpointPath}.
 */
@SuppressWarnings("unchecked")
class EndpointPathTests {

	private final ObjectProvider<PathMappedEndpoints> endpoints = mock(ObjectProvider.class);

	private final EndpointPath path = new EndpointPath(this.endpoints);

	@Test
	void thePathIsLookedUpOnFirstUseAndThenKept() {
		ExposableEndpoint<?> endpoint = mock(ExposableEndpoint.class,
				withSettings().extraInterfaces(PathMappedEndpoint.class));
		given(endpoint.getEndpointId()).willReturn(EndpointId.of("delay"));
		given(((PathMappedEndpoint) endpoint).getRootPath()).willReturn("delay");
		PathMappedEndpoints known = new PathMappedEndpoints("/actuator", () -> List.of(endpoint));
		given(this.endpoints.getIfAvailable()).willReturn(known);
		assertThat(this.path.matches("/actuator/delay")).isTrue();
		assertThat(this.path.matches("/actuator/delay/orders")).isTrue();
		assertThat(this.path.matches("/actuator/delayed")).isFalse();
		assertThat(this.path.matches(null)).isFalse();
		then(this.endpoints).should(times(1)).getIfAvailable();
	}

	@Test
	void withoutEndpointsNoPathMatches() {
		assertThat(this.path.matches("/actuator/delay")).isFalse();
		assertThat(this.path.matches("")).isFalse();
		then(this.endpoints).should(times(1)).getIfAvailable();
	}

}
