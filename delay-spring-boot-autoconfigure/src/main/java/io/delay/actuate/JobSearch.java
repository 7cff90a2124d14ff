// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.Assert;

import io.delay.actuate.descriptor.JobsDescriptor;
import io.delay.actuate.request.EndpointParameters;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.store.history.JobLife;

/**
 * Searches many topics for an id or a part of an id.
 */
final class JobSearch {

	/** The maximum number of topics of one request, each of which costs two reads. */
	static final int MAX_TOPICS = 500;

	/**
	 * The maximum number of jobs of a topic whose ids are compared with a part, and the
	 * number of jobs after which a request leaves further topics to the next one.
	 */
	static final int MAX_EXAMINED = 10_000;

	/** The number of found jobs after which no more jobs of a topic are examined. */
	static final int MAX_FOUND = 100;

	// Pages contain the payloads, so 10,000 jobs can take long
	private static final Duration TIME = Duration.ofSeconds(5);

	// Failed jobs, which are searched most often, come first
	private static final List<JobState> STATES = List.of(JobState.FAILED, JobState.RESERVED, JobState.READY,
			JobState.DELAYED);

	private final DelayAdminOperations admin;

	private final InstantSource clock;

	JobSearch(DelayAdminOperations admin, InstantSource clock) {
		this.admin = admin;
		this.clock = clock;
	}

	/**
	 * Search topics in alphabetical order.
	 * @param parameters with the maximum number of topics to search and the topic after
	 * which the search continues
	 * @return the jobs and finished runs with this id
	 */
	JobsDescriptor.Search find(String id, EndpointParameters parameters) {
		JobRules.checkStoredId(id);
		List<String> rest = rest(parameters);
		List<String> some = rest.subList(0, Math.min(topics(parameters), rest.size()));
		List<JobsDescriptor.Search.Found> found = new ArrayList<>();
		List<String> unread = new ArrayList<>();
		for (String topic : some) {
			try {
				this.admin.jobs().life(topic, id).ifPresent((life) -> found.add(describe(topic, life)));
			}
			catch (IllegalStateException | IllegalArgumentException | TransientDataAccessResourceException ex) {
				// For instance, it is being moved to another number of partitions, or
				// another program has given it an invalid name
				unread.add(topic);
			}
		}
		return new JobsDescriptor.Search(id, null, found, some.size(), null, null, unread.isEmpty() ? null : unread,
				(some.size() < rest.size()) ? some.get(some.size() - 1) : null);
	}

	/**
	 * Search topics in alphabetical order for stored jobs whose ids contain a part. At
	 * most {@value #MAX_EXAMINED} jobs of a topic are examined.
	 * @param part the part of the id, in the same case
	 * @param parameters with the maximum number of topics to search and the topic after
	 * which the search continues
	 * @return the jobs, and how far the search came
	 */
	JobsDescriptor.Search findPart(String part, EndpointParameters parameters) {
		List<String> rest = rest(parameters);
		int most = topics(parameters);
		PartSearch search = new PartSearch(part, this.clock.instant().plus(TIME));
		int searched = 0;
		while (searched < Math.min(most, rest.size()) && (searched == 0 || search.canExamineMore())) {
			search.examine(rest.get(searched));
			searched++;
		}
		return new JobsDescriptor.Search(null, part, search.found, searched, search.examined,
				search.incomplete.isEmpty() ? null : search.incomplete, search.unread.isEmpty() ? null : search.unread,
				(searched < rest.size()) ? rest.get(searched - 1) : null);
	}

	private static int topics(EndpointParameters parameters) {
		int most = parameters.number("limit", MAX_TOPICS);
		Assert.isTrue(most >= 1 && most <= MAX_TOPICS, () -> "Limit " + most + " must be 1 to " + MAX_TOPICS);
		return most;
	}

	private List<String> rest(EndpointParameters parameters) {
		String last = parameters.text("after", "");
		return this.admin.topics().names().stream().filter((topic) -> topic.compareTo(last) > 0).toList();
	}

	private static JobsDescriptor.Search.Found describe(String topic, JobLife life) {
		StoredJob job = life.job();
		if (job != null) {
			return new JobsDescriptor.Search.Found(topic, null, job.state(), job.time());
		}
		Instant finished = life.runs().get(0).times().finished();
		return new JobsDescriptor.Search.Found(topic, null, null, finished);
	}

	/**
	 * The progress of a search for a part of an id.
	 */
	private final class PartSearch {

		private final String part;

		private final Instant end;

		private final List<JobsDescriptor.Search.Found> found = new ArrayList<>();

		private final List<String> incomplete = new ArrayList<>();

		private final List<String> unread = new ArrayList<>();

		private int examined;

		PartSearch(String part, Instant end) {
			this.part = part;
			this.end = end;
		}

		boolean canExamineMore() {
			return this.examined < MAX_EXAMINED && hasTime();
		}

		private boolean hasTime() {
			return JobSearch.this.clock.instant().isBefore(this.end);
		}

		void examine(String topic) {
			try {
				if (!examineStates(topic)) {
					this.incomplete.add(topic);
				}
			}
			catch (IllegalStateException | IllegalArgumentException | TransientDataAccessResourceException ex) {
				this.unread.add(topic);
			}
		}

		// Returns whether all jobs were examined
		private boolean examineStates(String topic) {
			int left = MAX_EXAMINED;
			int matches = 0;
			for (JobState state : STATES) {
				JobPosition position = null;
				do {
					if (left == 0 || matches >= MAX_FOUND || !hasTime()) {
						return false;
					}
					JobPage page = JobSearch.this.admin.jobs()
						.page(topic, state,
								(state == JobState.FAILED) ? PageOrder.NEWEST_FIRST : PageOrder.OLDEST_FIRST, position,
								Math.min(left, JobPageRequest.MAX_LIMIT));
					matches += add(topic, page.jobs());
					left -= page.jobs().size();
					position = page.next();
				}
				while (position != null);
			}
			return true;
		}

		private int add(String topic, List<StoredJob> jobs) {
			this.examined += jobs.size();
			List<JobsDescriptor.Search.Found> matching = jobs.stream()
				.filter((job) -> job.id().contains(this.part))
				.map((job) -> new JobsDescriptor.Search.Found(topic, job.id(), job.state(), job.time()))
				.toList();
			this.found.addAll(matching);
			return matching.size();
		}

	}

}
