// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis user without the right to publish submits all the same, and is warned once.
 */
@ExtendWith(OutputCaptureExtension.class)
class PublishRefusedTests {

	@Test
	void submitSucceedsAndWarnsOnceWithoutTheRightToPublish(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("user shop on >secret ~* +@all resetchannels")) {
			RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(redis.host(), redis.port());
			configuration.setUsername("shop");
			configuration.setPassword("secret");
			try (RedisConnections connections = new RedisConnections(new LettuceConnectionFactory(configuration));
					RedisJobStore store = new RedisJobStore(connections, RedisJobStoreOptions.DEFAULT)) {
				assertThat(submit(store, "b", 20).status()).isEqualTo(SubmitStatus.CREATED);
				assertThat(submit(store, "a", 10).status()).isEqualTo(SubmitStatus.CREATED);
				RedisJobStoreInspector inspector = new RedisJobStoreInspector(connections,
						RedisJobStoreOptions.DEFAULT);
				assertThat(StoreAudit.of(inspector, "orders").findings()).isEmpty();
			}
		}
		assertThat(output.getOut().lines().filter((line) -> line.contains("refuses to publish"))).singleElement()
			.asString()
			.contains("orders", "ACL SETUSER");
	}

	private static SubmitResult submit(RedisJobStore store, String id, long seconds) {
		return store.submit(List.of(new NewJob("orders", id, DueTime.after(Duration.ofSeconds(seconds)),
				ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0);
	}

}
