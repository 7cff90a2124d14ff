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

package io.delay.listener;

import java.time.Duration;

import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The platform threads of one container, which nobody else uses. They inherit no
 * thread-locals, not even those of the worker whose place they take.
 */
final class OwnedThreadPool extends ThreadPoolTaskExecutor {

	private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);

	OwnedThreadPool(String threadNamePrefix, int size) {
		setThreadNamePrefix(threadNamePrefix);
		setCorePoolSize(size);
		setMaxPoolSize(size);
		setKeepAliveSeconds((int) KEEP_ALIVE.toSeconds());
		setAllowCoreThreadTimeOut(true);
		afterPropertiesSet();
	}

	@Override
	public Thread createThread(Runnable runnable) {
		return new Thread(null, runnable, nextThreadName(), 0, false);
	}

}
