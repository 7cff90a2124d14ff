/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.rest;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.rest.RestApplication.Web;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for requests that must be authenticated.
 */
class AuthenticationTests {

	@Test
	void onlyAuthenticatedRequestsAreCarriedOutWithMvc() {
		onlyAuthenticatedRequestsAreCarriedOut(Web.MVC);
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void onlyAuthenticatedRequestsAreCarriedOutWithWebFlux() {
		onlyAuthenticatedRequestsAreCarriedOut(Web.WEBFLUX);
	}

	private static void onlyAuthenticatedRequestsAreCarriedOut(Web web) {
		try (RestApplication application = RestApplication.start(web, RestOptions.defaults())) {
			String body = "{\"id\":\"1\",\"payload\":1}";
			HttpResponse<String> anonymous = send(application, body, null);
			OperationTests.assertProblem(anonymous, 401, "unauthenticated", "delay.rest.require-authentication=false");
			assertThat(anonymous.headers().allValues("WWW-Authenticate"))
				.containsExactly("SpringSecurity realm=\"Delay\"");
			OperationTests.assertProblem(send(application, "{", null), 401, "unauthenticated", "credentials");
			assertThat(application.bean(DelayTemplate.class).find("orders", "1")).isEmpty();
			RestClientForTests client = new RestClientForTests(application.address());
			OperationTests.assertProblem(
					OperationTests.exchange(client, client.request("OPTIONS", "/topics/orders/jobs", null)), 401,
					"unauthenticated", "credentials");
			assertThat(send(application, body, "alice:wrong").statusCode()).isEqualTo(401);
			assertThat(send(application, body, "alice:" + RestApplication.PASSWORD).statusCode()).isEqualTo(201);
		}
	}

	private static HttpResponse<String> send(RestApplication application, String body, @Nullable String credentials) {
		RestClientForTests client = new RestClientForTests(application.address());
		HttpRequest.Builder request = client.request("POST", "/topics/orders/jobs", body);
		if (credentials != null) {
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));
		}
		return client.http()
			.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
			.orTimeout(30, TimeUnit.SECONDS)
			.join();
	}

}
