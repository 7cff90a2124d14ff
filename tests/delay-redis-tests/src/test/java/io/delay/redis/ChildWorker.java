/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delay.listener.ListenerSettings;

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
