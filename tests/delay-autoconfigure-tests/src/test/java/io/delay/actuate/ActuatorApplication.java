// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * A web application that keeps its jobs in memory, and its actuator as seen by HTTP.
 */
public final class ActuatorApplication implements AutoCloseable {

	private static final JsonMapper JSON = new JsonMapper();

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private ActuatorApplication(Web web, Class<?>[] sources, String[] properties) {
		this.context = new SpringApplicationBuilder(sources).web(web.type)
			.initializers((context) -> web.register((GenericApplicationContext) context))
			.properties("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off",
					// Some versions of Reactor Netty can stop reading a connection that
					// is kept open (reactor-netty#4361)
					"server.netty.max-keep-alive-requests=1", "spring.reactor.netty.shutdown-quiet-period=0",
					"delay.store.type=memory", "spring.jmx.enabled=false", "management.health.redis.enabled=false",
					"management.endpoint.health.show-details=always", "spring.autoconfigure.exclude=" + web.excluded)
			.run(arguments(properties));
	}

	public static ActuatorApplication withoutSecurity(Web web, Class<?> part, String... properties) {
		return new ActuatorApplication(web, new Class<?>[] { WithoutSecurity.class, part }, properties);
	}

	public static ActuatorApplication withSecurity(Web web, Class<?> rules, String... properties) {
		return new ActuatorApplication(web, new Class<?>[] { WithSecurity.class, rules }, properties);
	}

	// They go before the properties of the builder
	private static String[] arguments(String[] properties) {
		String[] arguments = new String[properties.length];
		for (int i = 0; i < properties.length; i++) {
			arguments[i] = "--" + properties[i];
		}
		return arguments;
	}

	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	public Reply get(String path) {
		return send(request(path).GET());
	}

	public Reply get(String path, String user) {
		return send(as(user, request(path)).GET());
	}

	public Reply post(String path) {
		return post(path, "");
	}

	public Reply post(String path, String json) {
		return send(request(path).header("Content-Type", "application/json").POST(body(json)));
	}

	public Reply post(String path, String user, String json) {
		return send(as(user, request(path)).header("Content-Type", "application/json").POST(body(json)));
	}

	public Reply postForm(String path, String form) {
		return send(request(path).header("Content-Type", "application/x-www-form-urlencoded").POST(body(form)));
	}

	public Reply postWithoutContentType(String path) {
		return send(request(path).POST(body("")));
	}

	public Reply delete(String path) {
		return send(request(path).DELETE());
	}

	/**
	 * Send a DELETE with a body.
	 * @param path the path below that of the actuator
	 * @param json the body
	 * @param withLength whether to announce its length; otherwise it is sent in chunks
	 */
	public Reply delete(String path, String json, boolean withLength) {
		HttpRequest.BodyPublisher body = withLength ? body(json) : HttpRequest.BodyPublishers
			.ofInputStream(() -> new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
		return send(request(path).header("Content-Type", "application/json").method("DELETE", body));
	}

	/**
	 * Send a DELETE with a body by HTTP/1.1, as a whole.
	 * @param path the path below that of the actuator
	 * @param json the body
	 * @param withLength whether to announce its length; otherwise it is sent in one chunk
	 */
	public Reply deleteAtOnce(String path, String json, boolean withLength) {
		String length = withLength ? "Content-Length: " + json.length() + "\r\n\r\n" + json
				: "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(json.length()) + "\r\n" + json
						+ "\r\n0\r\n\r\n";
		return deleteAsOnePacket(request(path).build().uri(),
				"Connection: close\r\nContent-Type: application/json\r\n" + length);
	}

	// A server that refuses a body without reading it closes the connection, so a client
	// that is still sending can miss the answer
	private static Reply deleteAsOnePacket(URI uri, String headersAndBody) {
		try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
			socket.setSoTimeout(20_000);
			String target = uri.getRawPath() + ((uri.getRawQuery() != null) ? "?" + uri.getRawQuery() : "");
			String request = "DELETE " + target + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n" + headersAndBody;
			socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
			String[] answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
				.split("\r\n\r\n", 2);
			int status = Integer.parseInt(answer[0].split(" ", 3)[1]);
			String body = answer[1].substring(answer[1].indexOf('{'), answer[1].lastIndexOf('}') + 1);
			return new Reply(status, body, "", "", HttpClient.Version.HTTP_1_1);
		}
		catch (IOException ex) {
			throw new IllegalStateException("The application gave no answer", ex);
		}
	}

	public Reply delete(String path, String user) {
		return send(as(user, request(path)).DELETE());
	}

	/**
	 * Send a request to the server that has the actuator.
	 * @param method the method
	 * @param path the whole path
	 * @param site what a browser would report about the origin, {@code null} for nothing
	 */
	public Reply send(String method, String path, String site) {
		HttpRequest.Builder request = requestTo(path).header("Content-Type", "application/json")
			.method(method, body(""));
		return send((site != null) ? request.header("Sec-Fetch-Site", site) : request);
	}

	/**
	 * Send a request with an origin, as a browser does to a server without https.
	 * @param method the method
	 * @param path the path below that of the actuator
	 * @param origin the origin; if it has the port 0, the port of the server is sent
	 */
	public Reply sendFrom(String method, String path, String origin) {
		HttpRequest.Builder request = request(path);
		String port = ":" + request.build().uri().getPort();
		return send(request.header("Content-Type", "application/json")
			.header("Origin", origin.endsWith(":0") ? origin.substring(0, origin.length() - 2) + port : origin)
			.method(method, body("")));
	}

	private HttpRequest.Builder request(String path) {
		return requestTo("/actuator" + path);
	}

	private HttpRequest.Builder requestTo(String path) {
		Environment environment = this.context.getEnvironment();
		String port = environment.getProperty("local.management.port",
				environment.getRequiredProperty("local.server.port"));
		return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(20));
	}

	private static HttpRequest.Builder as(String user, HttpRequest.Builder request) {
		String credentials = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
		return request.header("Authorization", "Basic " + credentials);
	}

	private static HttpRequest.BodyPublisher body(String text) {
		return HttpRequest.BodyPublishers.ofString(text);
	}

	private static Reply send(HttpRequest.Builder request) {
		try {
			HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
			return new Reply(response.statusCode(), response.body(),
					response.headers().firstValue("Content-Type").orElse(""),
					response.headers().firstValue("Cache-Control").orElse(""), response.version());
		}
		catch (IOException ex) {
			throw new IllegalStateException("The application gave no answer", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * What the actuator answered.
	 */
	public record Reply(int status, String body, String contentType, String cacheControl, HttpClient.Version version) {

		public JsonNode json() {
			try {
				return JSON.readTree(this.body);
			}
			catch (IOException ex) {
				throw new IllegalStateException("The answer is not JSON", ex);
			}
		}

	}

	/**
	 * The web framework and its server.
	 */
	public enum Web {

		/** Spring MVC on Tomcat. */
		MVC(WebApplicationType.SERVLET, ""),

		/** Spring WebFlux on Netty. */
		WEBFLUX(WebApplicationType.REACTIVE,
				"org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration");

		private final WebApplicationType type;

		private final String excluded;

		/**
		 * Create a framework.
		 * @param type its type
		 * @param excluded configuration of a server that is here but not used
		 */
		Web(WebApplicationType type, String excluded) {
			this.type = type;
			this.excluded = excluded;
		}

		// Spring Boot 3.5 would run WebFlux on Tomcat, which is here too
		private void register(GenericApplicationContext context) {
			if (this == WEBFLUX) {
				context.registerBean("nettyReactiveWebServerFactory", netty());
			}
		}

		private static Class<?> netty() {
			return Stream
				.of("org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory",
						"org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory")
				.filter((name) -> ClassUtils.isPresent(name, null))
				.<Class<?>>map((name) -> ClassUtils.resolveClassName(name, null))
				.findFirst()
				.orElseThrow();
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration(excludeName = {
			"org.springframework.boot.actuate.autoconfigure.security.reactive.ReactiveManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.reactive.ReactiveSecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.reactive.ReactiveUserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
			"org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration" })
	static class WithoutSecurity {

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WithSecurity {

	}

}
