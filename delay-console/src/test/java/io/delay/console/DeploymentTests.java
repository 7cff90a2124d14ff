// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console where applications run it.
 */
@RequiresBrowser
@Tag("thorough")
@Tag("versions")
class DeploymentTests {

	static Stream<ConsoleApplication.Builder> servers() {
		return Stream.of(ConsoleApplication.onTomcat(), ConsoleApplication.onNetty());
	}

	private static void pauseAndResume(ConsoleApplication application, String address, Browser browser) {
		application.data().submit("orders", "1", "{}", Duration.ofHours(1));
		browser.open(address);
		browser.click("orders");
		browser.click("Pause");
		browser.confirm("Pause");
		browser.waitForText("Topic \"orders\" is paused.");
		browser.click("Resume");
		browser.waitForText("runs again");
	}

	@ParameterizedTest
	@MethodSource("servers")
	void onAManagementPortWithABasePathAndPathMappings(ConsoleApplication.Builder server, Browser browser) {
		try (ConsoleApplication application = server
			.with("management.server.port=0", "management.server.address=127.0.0.1",
					"management.endpoints.web.base-path=/manage",
					"management.endpoints.web.path-mapping.delayconsole=ops/jobs/console",
					"management.endpoints.web.path-mapping.delay=ops/data")
			.start()) {
			pauseAndResume(application, application.at("/manage/ops/jobs/console"), browser);
			pauseAndResume(application, application.at("/manage/ops/jobs/console/"), browser);
		}
	}

	@Test
	void withAContextPathAndABasePathOfTheServlet(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat()
			.with("server.servlet.context-path=/shop", "spring.mvc.servlet.path=/app")
			.start()) {
			pauseAndResume(application, application.at("/shop/app/actuator/delayconsole"), browser);
		}
	}

	@Test
	void withABasePathOfWebFlux(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onNetty()
			.with("spring.webflux.base-path=/shop")
			.start()) {
			pauseAndResume(application, application.at("/shop/actuator/delayconsole"), browser);
		}
	}

	@ParameterizedTest
	@MethodSource("servers")
	void behindAProxyWithAPathPrefix(ConsoleApplication.Builder server, Browser browser) throws IOException {
		try (ConsoleApplication application = server.start();
				PrefixProxy proxy = new PrefixProxy("/team/a", application.port())) {
			pauseAndResume(application, proxy.at("/team/a/actuator/delayconsole"), browser);
		}
	}

	@Test
	void readsOnlyThereAreNoButtonsThatChangeSomethingAndALineSaysWhy(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat()
			.with("management.endpoint.delay.access=read-only", "delay.endpoint.show-payloads=never")
			.start()) {
			ShopData data = application.data();
			data.submit("orders", "1", "{\"secret\":1}", Duration.ZERO);
			data.fail("orders", ShopData.reason("java.io.IOException: x"));
			for (String page : new String[] { "#/", "#/topic/orders", "#/topic/orders/jobs?state=failed",
					"#/topic/orders/failed", "#/topic/orders/job?id=1" }) {
				browser.open(application.console() + page);
				browser.waitForText("management.endpoint.delay.access=unrestricted");
				assertThat(browser.all("main button, main input[type=checkbox]")).as(page).isEmpty();
				assertThat(browser.text()).contains("viewer").doesNotContain("secret");
			}
			assertThat(browser.text()).contains("Payload and headers are hidden by delay.endpoint.show-payloads.");
		}
	}

	@Test
	void withoutTheEndpointDelayThePageSaysWhatToExpose(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat()
			.with("management.endpoints.web.exposure.include=delayconsole")
			.start()) {
			browser.open(application.console());
			browser.waitForText("The endpoint \"delay\" is not exposed");
		}
	}

	@Test
	void insideOfAFrameNothingIsDrawn(Browser browser) throws IOException {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start();
				PrefixProxy proxy = new PrefixProxy("", application.port())) {
			browser.open(proxy.at(PrefixProxy.FRAME));
			browser.driver().switchTo().frame(0);
			browser.waitForText("The console is not shown inside another page.");
			assertThat(browser.all("header, main")).isEmpty();
			browser.driver().switchTo().defaultContent();
		}
	}

	@ParameterizedTest
	@MethodSource("servers")
	void onlyTheFilesOfTheConsoleAreServedWithTheirTypes(ConsoleApplication.Builder server) throws Exception {
		try (ConsoleApplication application = server.start()) {
			assertThat(get(application, "")).isEqualTo("200 text/html;charset=UTF-8");
			assertThat(get(application, "/main.js")).isEqualTo("200 text/javascript;charset=UTF-8");
			assertThat(get(application, "/console.css")).isEqualTo("200 text/css;charset=UTF-8");
			assertThat(get(application, "/icon.svg")).isEqualTo("200 image/svg+xml;charset=UTF-8");
			assertThat(get(application, "/pages/job.js")).startsWith("200");
			assertThat(get(application, "/lit/LICENSE")).isEqualTo("200 text/plain;charset=UTF-8");
			for (String other : new String[] { "/index.html", "/nothing.js", "/pages", "/pages/..%2Fmain.js",
					"/..%2fDelayConsoleEndpoint.class", "/%2e%2e/main.js" }) {
				assertThat(get(application, other)).as(other).startsWith("4");
			}
		}
	}

	private static String get(ConsoleApplication application, String path) throws IOException, InterruptedException {
		HttpResponse<Void> response = HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create(application.console() + path)).build(),
					HttpResponse.BodyHandlers.discarding());
		return response.statusCode() + " " + response.headers().firstValue("Content-Type").orElse("");
	}

}
