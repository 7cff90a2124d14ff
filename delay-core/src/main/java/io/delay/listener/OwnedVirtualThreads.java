// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * The virtual threads of one container: a new one for each task.
 */
final class OwnedVirtualThreads extends SimpleAsyncTaskExecutor implements ContainerOwnedExecutor {

	private static final long serialVersionUID = 1L;

	OwnedVirtualThreads(String threadNamePrefix) {
		super(threadNamePrefix);
		setVirtualThreads(true);
	}

}
