// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.drill.DrillApplication.Web;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stops and starts Redis, with its append-only file, while clients submit and handle jobs
 * over HTTP.
 */
@Tag("thorough")
class RedisOutageOverHttpTests {

	private static final String TOPIC = "outage";

	private static final Duration TTR = Duration.ofSeconds(5);

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private static final int CLIENTS = 4;

	private static final int JOBS = 200;

	private static final long OUTAGE_MILLIS = 1500;

	private final EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes");

	private final StoreView store = new StoreView(this.redis);

	@AfterEach
	void close() {
		this.store.close();
		this.redis.close();
	}

	@ParameterizedTest
	@EnumSource
	void everyConfirmedJobIsHandledAndErrorsAreTemporary(Web web) {
		int outages = Repetitions.ofSlowFault();
		try (DrillApplication application = DrillApplication.start(web, this.redis.port());
				Load load = new Load(TOPIC, TTR, application::target)) {
			load.start(CLIENTS);
			for (int outage = 0; outage < outages; outage++) {
				load.proceed(JOBS);
				this.redis.stop();
				Load.pause(OUTAGE_MILLIS);
				this.redis.restart();
			}
			load.proceed(JOBS);
			load.finish(TIMEOUT);
			this.store.assertEmpty(TOPIC, TIMEOUT);
			System.out.println("Outages of Redis on " + web + ": " + outages + ", " + load.ledger());
			assertThat(load.ledger().lost()).isEmpty();
			assertThat(load.ledger().answers("submit 50.*")).isGreaterThanOrEqualTo(outages);
			load.ledger()
				.assertAnswers("submit 20[01]", "reserve 200", "ack 204", "ack 409 lease-lost",
						"[a-z-]+ 503 store-unavailable", "submit 504 outcome-unknown");
		}
	}

}
