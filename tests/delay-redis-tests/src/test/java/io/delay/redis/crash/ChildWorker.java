// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;

/**
 * An application instance in a JVM of its own, whose handlers begin with jobs and never
 * end. Tells its parent which jobs it holds, and until when.
 */
public final class ChildWorker {

	static final String HOLDS = "holds ";

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private ChildWorker() {
	}

	public static void main(String[] args) throws InterruptedException {
		CountDownLatch never = new CountDownLatch(1);
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2],
				ListenerSettings.builder().concurrency(Integer.parseInt(args[3])).ttr(Duration.parse(args[4])),
				(job, context) -> {
					System.out.println(HOLDS + context.id() + " " + context.deadline());
					never.await();
				});
		never.await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

}
