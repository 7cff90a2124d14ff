// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.server.RunningServer;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills one of two servers on one Redis with SIGKILL while clients use both in turn.
 */
@Tag("thorough")
class KilledServerJarTests {

	private static final String TOPIC = "killed-server";

	private static final Duration TTR = Duration.ofSeconds(5);

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private static final int CLIENTS = 4;

	private static final int JOBS = 200;

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final List<RunningServer> servers = new ArrayList<>(
			IntStream.range(0, 2).mapToObj((index) -> RunningServer.start(this.redis)).toList());

	private final RoundRobin targets = new RoundRobin(this.servers.stream().map(KilledServerJarTests::target).toList());

	private final StoreView store = new StoreView(this.redis);

	private static Target target(RunningServer server) {
		return Target.of(server.address(), "delay", server.password());
	}

	@AfterEach
	void close() {
		this.store.close();
		this.servers.forEach(RunningServer::close);
		this.redis.close();
	}

	@Test
	void everyConfirmedJobIsHandled() {
		int kills = Repetitions.ofSlowFault();
		try (Load load = new Load(TOPIC, TTR, this.targets)) {
			load.start(CLIENTS);
			for (int kill = 0; kill < kills; kill++) {
				load.proceed(JOBS);
				this.servers.get(kill % 2).kill();
				load.proceed(JOBS);
				restart(kill % 2);
			}
			load.proceed(JOBS);
			load.finish(TIMEOUT);
			this.store.assertEmpty(TOPIC, TIMEOUT);
			System.out.println("Killed servers: " + kills + ", " + load.ledger());
			assertThat(load.ledger().lost()).isEmpty();
			assertThat(load.ledger().answers("submit lost|reserve lost|ack lost")).isGreaterThanOrEqualTo(kills);
			load.ledger()
				.assertAnswers("submit 20[01]", "reserve 200", "ack 204", "ack 409 lease-lost", "hand-back 200",
						"[a-z-]+ lost");
		}
	}

	private void restart(int index) {
		this.servers.get(index).close();
		this.servers.set(index, RunningServer.start(this.redis));
		this.targets.replace(index, target(this.servers.get(index)));
	}

}
