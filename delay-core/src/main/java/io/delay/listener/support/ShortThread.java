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

package io.delay.listener.support;

/**
 * Runs a task that may block, on a separate thread that ends with the task. For rare
 * tasks that must not block their callers. The thread inherits no thread-locals.
 */
public final class ShortThread {

	private ShortThread() {
	}

	/**
	 * Run a task.
	 * @param name the name of the thread
	 */
	public static void run(String name, Runnable task) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setDaemon(true);
		// As of Java 19, a thread that inherits no thread-locals has the system class
		// loader
		thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
		thread.start();
	}

}
