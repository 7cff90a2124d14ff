// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.util.function.Consumer;

import io.delay.store.admin.JobStoreInspector;

/**
 * Keeps all applications from using a topic while its jobs are moved, except that they
 * can settle jobs. Other calls throw an exception that says so.
 *
 * @since 0.1.0
 */
public interface TopicFence extends AutoCloseable {

	/**
	 * Return the inspector that reads the topic during the move.
	 * @return the inspector of the whole topic
	 */
	JobStoreInspector inspector();

	/**
	 * Pass on the store that only the move can use.
	 * @param move receives the store, or one part after the other, each with other jobs
	 * of the topic
	 */
	void forEachPart(Consumer<MoveStore> move);

	/**
	 * End the move, so that the topic can be used again.
	 */
	@Override
	void close();

}
