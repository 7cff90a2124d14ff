// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.rest.RestApplication.Web;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The description of the operations names the path at which the application has them.
 */
class OpenApiPathTests {

	@ParameterizedTest
	@EnumSource
	void descriptionNamesThePathOfTheApplication(Web web) throws Exception {
		String path = (web == Web.MVC) ? "server.servlet.context-path" : "spring.webflux.base-path";
		try (RestApplication application = RestApplication.start(web, RestApplication.open(),
				Map.of(path, "/shop", "delay.rest.path", "/jobs"))) {
			HttpRequest request = HttpRequest.newBuilder(URI.create(application.address() + "/shop/jobs/openapi.yaml"))
				.build();
			assertThat(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body())
				.contains("\n  - url: /shop/jobs\n");
		}
	}

}
