// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.ExposableEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

/**
 * Tests for {@link EndpointWebFilter}.
 */
class EndpointWebFilterTests {

	private final EndpointPath path = new EndpointPath(
			new StaticListableBeanFactory(Map.of("endpoints", endpoints())).getBeanProvider(PathMappedEndpoints.class));

	private static PathMappedEndpoints endpoints() {
		ExposableEndpoint<?> endpoint = mock(ExposableEndpoint.class,
				withSettings().extraInterfaces(PathMappedEndpoint.class));
		given(endpoint.getEndpointId()).willReturn(EndpointId.of("delay"));
		given(((PathMappedEndpoint) endpoint).getRootPath()).willReturn("delay");
		return new PathMappedEndpoints("/actuator", () -> List.of(endpoint));
	}

	private MockServerHttpResponse send(String method, String uri, String site, boolean secured, AtomicBoolean passed) {
		MockServerHttpRequest.BodyBuilder request = MockServerHttpRequest.method(HttpMethod.valueOf(method),
				URI.create(uri));
		if (site != null) {
			request.header("Sec-Fetch-Site", site);
		}
		return send(request, secured, passed);
	}

	private MockServerHttpResponse send(MockServerHttpRequest.BodyBuilder request, boolean secured,
			AtomicBoolean passed) {
		MockServerWebExchange exchange = MockServerWebExchange.from(request.build());
		new EndpointWebFilter(this.path, () -> secured).filter(exchange, (next) -> {
			passed.set(true);
			return Mono.empty();
		}).block();
		return exchange.getResponse();
	}

	@ParameterizedTest
	@CsvSource({ "GET, /actuator/delay, cross-site, false", "POST, /actuator/delay/orders/pause, , false",
			"POST, /actuator/delay/orders/pause, same-origin, false", "POST, /actuator/delay/orders/pause, none, false",
			"POST, /actuator/delay/orders/pause, cross-site, true" })
	void permittedRequestsPassAndTheirAnswersAreNotStored(String method, String uri, String site, boolean secured) {
		AtomicBoolean passed = new AtomicBoolean();
		MockServerHttpResponse response = send(method, uri, site, secured, passed);
		assertThat(passed).isTrue();
		assertThat(response.getHeaders().getCacheControl()).isEqualTo("no-store");
	}

	@ParameterizedTest
	@CsvSource({ "POST, /actuator/delay/orders/pause, cross-site", "POST, /actuator/delay/orders/pause, same-site",
			"DELETE, /actuator/del%61y/orders/failed, cross-site",
			"POST, /actuator/delay;a=b/orders/pause, cross-site" })
	void changesOfOtherSitesAreRefused(String method, String uri, String site) {
		AtomicBoolean passed = new AtomicBoolean();
		MockServerHttpResponse response = send(method, uri, site, false, passed);
		assertThat(passed).isFalse();
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
		assertThat(response.getHeaders().getCacheControl()).isEqualTo("no-store");
		assertThat(response.getBodyAsString().block())
			.isEqualTo(new String(Refusal.CROSS_SITE.problem().toJson(), StandardCharsets.UTF_8))
			.contains("\"type\":\"urn:delay:problem:forbidden\"");
		assertThat(response.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
	}

	// Browsers send Sec-Fetch-Site only to servers with https or on the same machine
	@ParameterizedTest
	@CsvSource({ "POST, http://shop:8080, shop:8080, , true", "POST, http://SHOP:8080, shop:8080, , true",
			"POST, http://shop, shop, , true", "POST, http://shop, shop:80, , true",
			"POST, https://shop, shop:443, , true", "POST, https://shop, shop, , true",
			"POST, http://[::1]:8080, [::1]:8080, , true", "GET, http://evil.example, shop:8080, , true",
			"POST, http://evil.example, shop:8080, same-origin, true", "POST, , shop:8080, , true",
			"POST, http://evil.example, shop:8080, , false", "DELETE, http://evil.example, shop:8080, , false",
			"POST, http://shop:8081, shop:8080, , false", "POST, http://shop, shop:8080, , false",
			"POST, http://shop:8080, shop, , false", "POST, https://shop:80, shop, , false",
			"POST, http://shop:8080.evil.example, shop:8080, , false", "POST, null, shop:8080, , false",
			"POST, null, null, , false", "POST, http://shop, , , false" })
	void withoutSecFetchSiteTheOriginMustBeThisServer(String method, String origin, String host, String site,
			boolean permitted) {
		MockServerHttpRequest.BodyBuilder request = MockServerHttpRequest.method(HttpMethod.valueOf(method),
				URI.create("/actuator/delay/orders/failed"));
		Map<String, String> headers = new HashMap<>();
		headers.put("Origin", origin);
		headers.put("Host", host);
		headers.put("Sec-Fetch-Site", site);
		headers.forEach((name, value) -> {
			if (value != null) {
				request.header(name, value);
			}
		});
		AtomicBoolean passed = new AtomicBoolean();
		assertThat(send(request, false, passed).getStatusCode()).isEqualTo(permitted ? null : HttpStatus.FORBIDDEN);
		assertThat(passed.get()).isEqualTo(permitted);
	}

	@ParameterizedTest
	@CsvSource({ "/actuator/delayed", "/actuator/health", "/orders" })
	void otherPathsAreLeftAlone(String uri) {
		AtomicBoolean passed = new AtomicBoolean();
		MockServerHttpResponse response = send("POST", uri, "cross-site", false, passed);
		assertThat(passed).isTrue();
		assertThat(response.getHeaders().getCacheControl()).isNull();
	}

}
