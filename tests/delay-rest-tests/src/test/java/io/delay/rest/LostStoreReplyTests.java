// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.rest.RestApplication.Web;
import io.delay.test.net.TcpProxy;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for changes of which the store sends no reply.
 */
@Tag("thorough")
@Timeout(120)
class LostStoreReplyTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	@ParameterizedTest
	@EnumSource
	void changeOfUnknownOutcomeNamesTheJobs(Web web) {
		RedisForTests redis = RedisForTests.shared();
		try (TcpProxy proxy = new TcpProxy(redis.port()); RestApplication application = start(web, proxy)) {
			RestClientForTests client = new RestClientForTests(application.address());
			assertThat(withoutReply(proxy, client, "POST", "/topics/lost/jobs", job("unknown-1", "")))
				.contains("\"ids\":[\"unknown-1\"]");
			String topic = ",\"topic\":\"lost\"";
			String jobs = "{\"jobs\":[" + job("unknown-2", topic) + "," + job("unknown-3", topic) + "]}";
			assertThat(withoutReply(proxy, client, "POST", "/jobs", jobs))
				.contains("\"ids\":[\"unknown-2\",\"unknown-3\"]");
			assertThat(withoutReply(proxy, client, "DELETE", "/topics/lost/job?id=unknown-4", null))
				.contains("\"ids\":[\"unknown-4\"]");
		}
	}

	private static String withoutReply(TcpProxy proxy, RestClientForTests client, String method, String path,
			@Nullable String body) {
		Awaitility.await()
			.atMost(TIMEOUT)
			.until(() -> client.send("POST", "/topics/lost/jobs", job("known", "")).statusCode() <= 201);
		Trap trap = new Trap(new CountDownLatch(1));
		proxy.setRule(trap);
		CompletableFuture<HttpResponse<String>> answer = client.sendLater(method, path, body);
		Awaitility.await().atMost(TIMEOUT).until(() -> trap.sprung().getCount() == 0);
		proxy.setRule(TcpProxy.Rule.PASS);
		proxy.end(TcpProxy.End.CLOSE);
		proxy.answers().open();
		HttpResponse<String> problem = answer.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
		OperationTests.assertProblem(problem, 504, "outcome-unknown", "unknown");
		return problem.body();
	}

	private static String job(String id, String topic) {
		return "{\"id\":\"" + id + "\",\"payload\":1" + topic + "}";
	}

	private static RestApplication start(Web web, TcpProxy proxy) {
		BeanPostProcessor behindProxy = new BeanPostProcessor() {

			@Override
			public Object postProcessBeforeInitialization(Object bean, String name) {
				return (bean instanceof LettuceConnectionFactory)
						? new LettuceConnectionFactory(new RedisStandaloneConfiguration("localhost", proxy.port()))
						: bean;
			}

		};
		return RestApplication.onRedis(web, (context) -> context.getBeanFactory().addBeanPostProcessor(behindProxy));
	}

	/**
	 * Holds the replies of the store from a call with certain ids on.
	 *
	 * @param sprung counted down by this call
	 */
	private record Trap(CountDownLatch sprung) implements TcpProxy.Rule {

		@Override
		public TcpProxy.Fault faultFor(boolean isAnswer, String text) {
			if (isAnswer || !text.contains("unknown-")) {
				return TcpProxy.Fault.NONE;
			}
			this.sprung.countDown();
			return TcpProxy.Fault.HOLD_ANSWERS;
		}

	}

}
