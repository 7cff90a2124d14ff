// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;

/**
 * An application of its own whose handlers never end and whose leases are extended.
 * Killed by {@link KilledAutoTouchTests}.
 */
public final class AutoTouchingWorker {

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private AutoTouchingWorker() {
	}

	public static void main(String[] args) throws InterruptedException {
		CountDownLatch never = new CountDownLatch(1);
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2],
				ListenerSettings.builder()
					.concurrency(Integer.parseInt(args[3]))
					.ttr(Duration.parse(args[4]))
					.autoTouch(true),
				(job, context) -> never.await());
		never.await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

}
