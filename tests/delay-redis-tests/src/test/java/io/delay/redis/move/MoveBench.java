// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.move;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisSpace;
import io.delay.redis.inspect.AuditCommand;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedRetention;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A topic with jobs in all states that tests move from one number of partitions to
 * another.
 */
final class MoveBench implements AutoCloseable {

	static final String TOPIC = "orders";

	static final Duration TTR = Duration.ofMinutes(1);

	private static final FailureReason REASON = new FailureReason("java.io.IOException: no route", "worker.example");

	private static final List<JobPriority> PRIORITIES = List.of(JobPriority.NORMAL, JobPriority.HIGH, JobPriority.LOW);

	private static final int DROPPED = 8;

	/** Scripts with which a move looks up where the jobs are. */
	private static final Set<RedisScript> LOOK_UPS = EnumSet.of(RedisScript.TOPIC, RedisScript.LAYOUT,
			RedisScript.CONSUMERS);

	private final RedisSpace space;

	private final List<String> ids = new ArrayList<>();

	MoveBench(RedisSpace space) {
		this.space = space;
	}

	RedisSpace space() {
		return this.space;
	}

	RedisJobStoreOptions options(int partitions) {
		return new RedisJobStoreOptions(this.space.namespace()).withPartitions(partitions);
	}

	RedisJobStore store(int partitions) {
		return this.space.parts(options(partitions)).store();
	}

	RedisJobStoreInspector inspector() {
		return this.space.parts(options(1)).inspector();
	}

	RedisJobStoreAdministrator administrator(int partitions) {
		return this.space.parts(options(partitions)).administrator();
	}

	long move(int to) {
		return move(to, (script) -> {
		});
	}

	long move(int to, Consumer<RedisScript> beforeCall) {
		ScriptLibrary scripts = new ScriptLibrary() {

			@Override
			public Source source(RedisScript script) {
				if (!LOOK_UPS.contains(script)) {
					beforeCall.accept(script);
				}
				return super.source(script);
			}

		};
		return this.space.parts(options(to), scripts).topicMove().move(TOPIC);
	}

	/**
	 * Jobs that wait, have waited, have failed once and for good, with everything that a
	 * job can have.
	 */
	void fill(int partitions, int count) {
		RedisJobStore store = store(partitions);
		RedisJobStoreAdministrator administrator = administrator(partitions);
		submit(store, "retried-", count, DueTime.NOW);
		reserve(store, "token", TTR, 5, 500).forEach((job) -> store
			.settle(List.of(new Settlement.Fail(job.lease(), REASON, Duration.ofHours(job.terms().attempt())))));
		List<String> failed = submit(store, "failed-", count + DROPPED, DueTime.at(Instant.now().plusSeconds(3600)));
		for (String id : failed) {
			administrator.bury(TOPIC, List.of(id), new FailureReason("why " + id, "admin.example"));
		}
		administrator.dropFailed(TOPIC, new FailedRetention(null, count), 500);
		this.ids.removeIf((id) -> id.startsWith("failed-") && inspector().find(TOPIC, id).isEmpty());
		submit(store, "delayed-", count, DueTime.at(Instant.now().plusSeconds(7200)));
		submit(store, "ready-", count, DueTime.NOW);
	}

	List<String> submit(RedisJobStore store, String prefix, int count, DueTime dueTime) {
		List<NewJob> jobs = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			jobs.add(new NewJob(TOPIC, prefix + i, dueTime, ConflictPolicy.KEEP, record(prefix + i, i)));
		}
		store.submit(jobs);
		List<String> added = jobs.stream().map(NewJob::id).toList();
		this.ids.addAll(added);
		return added;
	}

	private static JobRecord record(String id, int i) {
		return new JobRecord(("payload of " + id).getBytes(StandardCharsets.UTF_8),
				(i % 2 == 0) ? Map.of("tenant", "number " + i) : Map.of(),
				(i % 3 == 0) ? Duration.ofSeconds(i + 61) : null, (i % 5 == 0) ? i + 3 : null,
				PRIORITIES.get(i % PRIORITIES.size()));
	}

	/**
	 * Reserve all ready jobs, each under a token of its own partition's.
	 */
	List<ReservedJob> reserve(RedisJobStore store, String token, Duration ttr, int maxAttempts, int limit) {
		List<ReservedJob> jobs = new ArrayList<>();
		List<ReservedJob> some;
		do {
			some = store
				.reserve(new ReserveRequest(TOPIC, "worker.example/" + token + ":" + jobs.size(), limit,
						new ReserveTerms(ttr, maxAttempts)))
				.jobs();
			jobs.addAll(some);
		}
		while (!some.isEmpty() && (limit == 500 || jobs.size() < limit));
		return jobs;
	}

	/**
	 * What look-ups answer, by id.
	 */
	Map<String, StoredJob> found() {
		RedisJobStoreInspector inspector = inspector();
		Map<String, StoredJob> found = new TreeMap<>();
		this.ids.forEach((id) -> inspector.find(TOPIC, id).ifPresent((job) -> found.put(id, job)));
		return found;
	}

	void assertFound(Map<String, StoredJob> expected) {
		assertThat(found()).usingRecursiveComparison().isEqualTo(expected);
	}

	/**
	 * The layout is the new one, every job in one partition, its own, and no leftovers
	 * are in any.
	 */
	void assertMoved(int to, int jobs, int mostPartitions) {
		assertThat(this.space.template().opsForHash().get(this.space.namespace() + ":topics", TOPIC))
			.isEqualTo(Integer.toString(to));
		TopicPartitions all = new TopicPartitions(this.space.namespace(), TOPIC, mostPartitions);
		TopicPartitions target = new TopicPartitions(this.space.namespace(), TOPIC, to);
		int count = 0;
		for (PartitionKeys partition : all.all()) {
			Set<Object> ids = new TreeSet<>(this.space.template().opsForHash().keys(key(partition, "jobs")));
			assertThat(ids)
				.allSatisfy((id) -> assertThat(target.of((String) id).number()).isEqualTo(partition.number()));
			count += ids.size();
			if (partition.number() >= to) {
				assertThat(this.space.template().opsForHash().keys(key(partition, "meta"))).containsExactly("layout");
				assertThat(this.space.template().hasKey(key(partition, "counters"))).isFalse();
			}
		}
		assertThat(count).isEqualTo(jobs);
		assertThat(findings(all)).isEmpty();
	}

	private List<AuditPage.Finding> findings(TopicPartitions all) {
		AuditCommand audit = new AuditCommand(
				new ScriptRunner(this.space.producers(), new ScriptLibrary(), new ReplyFlags()));
		List<AuditPage.Finding> findings = new ArrayList<>();
		@Nullable String step = null;
		do {
			AuditPage page = audit.execute(all, step);
			findings.addAll(page.findings());
			step = page.next();
		}
		while (step != null);
		return findings;
	}

	/**
	 * The states in which jobs are, by how many.
	 */
	Map<JobState, Long> counts() {
		Map<JobState, Long> counts = new TreeMap<>();
		for (JobState state : JobState.values()) {
			counts.put(state, inspector().status(TOPIC).count(state));
		}
		return counts;
	}

	/**
	 * How many jobs wait with which priority.
	 */
	Map<String, Long> waiting(int partitions) {
		Map<String, Long> waiting = new TreeMap<>();
		for (PartitionKeys partition : new TopicPartitions(this.space.namespace(), TOPIC, partitions).all()) {
			for (String name : List.of("waiting", "waiting-high", "waiting-low")) {
				waiting.merge(name, this.space.template().opsForZSet().zCard(key(partition, name)), Long::sum);
			}
		}
		return waiting;
	}

	private String key(PartitionKeys partition, String name) {
		return "{" + this.space.namespace() + ":" + TOPIC + ":" + partition.number() + "}:" + name;
	}

	@Override
	public void close() {
		this.space.close();
	}

}
