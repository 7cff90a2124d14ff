// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.HistorySettings;

/**
 * A store that is compared with another one, step by step.
 *
 * @since 0.1.0
 */
public interface ModelledStore extends AutoCloseable {

	/**
	 * Delete everything.
	 * @param history the history that is kept from now on
	 */
	void clear(HistorySettings history);

	/**
	 * Set the clock.
	 * @param now the time
	 */
	void setTime(Instant now);

	/**
	 * Return the store.
	 * @return the store
	 */
	JobStore store();

	/**
	 * Return the inspector.
	 * @return the inspector of the store
	 */
	JobStoreInspector inspector();

	/**
	 * Return the administrator.
	 * @return the administrator of the store
	 */
	JobStoreAdministrator administrator();

	/**
	 * Return all that is kept.
	 * @return the contents, in the same form as those of the other store
	 */
	Contents contents();

	/**
	 * Return the wake-ups since the last call. They may be complete only after
	 * {@link #contents()}.
	 * @return the wake-ups
	 */
	default List<Announcement> takeAnnouncements() {
		return List.of();
	}

	/**
	 * Return the time up to which the clock was seen to be.
	 * @return the time, {@code null} if the store does not show it
	 */
	default @Nullable Instant clockMark() {
		return null;
	}

	@Override
	default void close() {
	}

}
