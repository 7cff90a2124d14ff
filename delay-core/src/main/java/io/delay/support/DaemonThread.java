// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Creates threads that do not keep the JVM running, and that inherit no thread-locals
 * from the thread that creates them.
 */
public final class DaemonThread {

	private DaemonThread() {
	}

	/**
	 * Return a factory of threads that have the context class loader of the caller.
	 */
	public static ThreadFactory factory(String name) {
		ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
		return (task) -> create(name, contextClassLoader, task);
	}

	/**
	 * Return such a factory for a pool, whose threads are numbered.
	 */
	public static ThreadFactory numbered(String prefix) {
		ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
		AtomicInteger created = new AtomicInteger();
		return (task) -> create(prefix + created.incrementAndGet(), contextClassLoader, task);
	}

	/**
	 * Run a task that may block on a separate thread, which ends with the task. For rare
	 * tasks that must not block their callers.
	 */
	public static void run(String name, Runnable task) {
		factory(name).newThread(task).start();
	}

	private static Thread create(String name, @Nullable ClassLoader contextClassLoader, Runnable task) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setDaemon(true);
		// As of Java 19, a thread that inherits no thread-locals has the system class
		// loader
		thread.setContextClassLoader(contextClassLoader);
		return thread;
	}

}
