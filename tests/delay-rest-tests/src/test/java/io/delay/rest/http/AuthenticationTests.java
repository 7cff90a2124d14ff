// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.rest.OperationTests;
import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;
import io.delay.rest.RestOptions;
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
			HttpResponse<String> options = client.sendUnchecked(client.request("OPTIONS", "/topics/orders/jobs", null));
			OperationTests.assertProblem(options, 401, "unauthenticated", "credentials");
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
