// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.util.Set;
import java.util.TreeSet;

import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * Reads everything that an inspector shows, for stores whose data have forms of their
 * own.
 *
 * @since 0.1.0
 */
public final class VisibleContents {

	private static final int PAGE = 100;

	private final JobStoreInspector inspector;

	private final Contents contents = new Contents();

	private VisibleContents(JobStoreInspector inspector) {
		this.inspector = inspector;
	}

	/**
	 * Read the contents of a store.
	 * @return the contents
	 */
	public static Contents of(JobStoreInspector inspector) {
		VisibleContents visible = new VisibleContents(inspector);
		Set<String> topics = new TreeSet<>(inspector.topics());
		visible.contents.topics(topics);
		topics.forEach(visible::read);
		return visible.contents;
	}

	private void read(String topic) {
		this.contents.status(topic, this.inspector.status(topic));
		for (JobState state : JobState.values()) {
			readJobs(topic, state);
		}
		readRuns(topic);
	}

	private void readJobs(String topic, JobState state) {
		JobPosition next = null;
		do {
			JobPage page = this.inspector.page(new JobPageRequest(topic, state, PageOrder.OLDEST_FIRST, next, PAGE));
			page.jobs().forEach((job) -> read(job, state));
			next = page.next();
		}
		while (next != null);
	}

	private void read(StoredJob job, JobState state) {
		if (job.state() != state) {
			this.contents.unknown(job.topic(), job.id() + " among those of " + state, job.state().name());
		}
		this.contents.visible(job);
	}

	private void readRuns(String topic) {
		int number = 0;
		RunPosition next = null;
		do {
			RunPage page = this.inspector.runs(new RunPageRequest(topic, null, next, PAGE));
			for (FinishedRun run : page.runs()) {
				this.contents.run(topic, --number, Contents.shorten(run));
			}
			next = page.next();
		}
		while (next != null);
	}

}
