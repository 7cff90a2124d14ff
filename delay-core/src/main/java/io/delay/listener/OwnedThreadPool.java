// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The platform threads of one container, which are not shared with other containers. A
 * new thread inherits no thread-locals, not even when a worker thread that is terminating
 * creates its replacement. All threads use the context class loader of the poller, which
 * creates the first thread.
 */
final class OwnedThreadPool extends ThreadPoolTaskExecutor implements ContainerOwnedExecutor {

	private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);

	// Set once, by the thread that creates the first thread, under the monitor.
	private @Nullable ClassLoader contextClassLoader;

	// Set together with the class loader.
	private boolean hasContextClassLoader;

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
		Thread thread = new Thread(null, runnable, nextThreadName(), 0, false);
		// As of Java 19, a thread that inherits no thread-locals has the system class
		// loader, which cannot load classes from an executable jar
		thread.setContextClassLoader(contextClassLoader());
		return thread;
	}

	// Keeps the first class loader, because a worker that is ending may create its
	// replacement after its handler has set a different class loader.
	private synchronized @Nullable ClassLoader contextClassLoader() {
		if (!this.hasContextClassLoader) {
			this.contextClassLoader = Thread.currentThread().getContextClassLoader();
			this.hasContextClassLoader = true;
		}
		return this.contextClassLoader;
	}

}
