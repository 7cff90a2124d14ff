// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

/**
 * Runs a task that may block, on a separate thread that ends with the task. For rare
 * tasks that must not block their callers. The thread inherits no thread-locals.
 */
public final class ShortThread {

	private ShortThread() {
	}

	public static void run(String name, Runnable task) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setDaemon(true);
		// As of Java 19, a thread that inherits no thread-locals has the system class
		// loader
		thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
		thread.start();
	}

}
