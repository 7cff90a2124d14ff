// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.memory.MemoryJobStore;
import io.delay.store.throughput.TopicThroughput;
import io.delay.test.store.ForwardingJobStore;

/**
 * A store of the user's that remembers on which terms jobs were reserved and how long
 * they were to wait after failed attempts.
 */
public final class RecordedStore extends ForwardingJobStore implements JobStoreInspector {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final MemoryJobStore store;

	private final Map<String, ReserveRequest> requests = new ConcurrentHashMap<>();

	private final Map<String, List<Settlement.Fail>> failures = new ConcurrentHashMap<>();

	public RecordedStore() {
		this(new MemoryJobStore());
	}

	private RecordedStore(MemoryJobStore store) {
		super(store);
		this.store = store;
	}

	/**
	 * The latest request for jobs of a topic; waits for one.
	 */
	public ReserveRequest request(String topic) {
		return Awaitility.await().atMost(LIMIT).until(() -> this.requests.get(topic), (request) -> request != null);
	}

	/**
	 * The first failures of jobs of a topic; waits for them.
	 */
	public List<Settlement.Fail> failures(String topic, int count) {
		return Awaitility.await()
			.atMost(LIMIT)
			.until(() -> this.failures.getOrDefault(topic, List.of()), (failures) -> failures.size() >= count)
			.subList(0, count);
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		this.requests.put(request.topic(), request);
		return super.reserve(request);
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		settlements.forEach((settlement) -> {
			if (settlement instanceof Settlement.Fail fail) {
				this.failures.merge(fail.lease().topic(), List.of(fail), RecordedStore::join);
			}
		});
		return super.settle(settlements);
	}

	private static List<Settlement.Fail> join(List<Settlement.Fail> first, List<Settlement.Fail> second) {
		return Stream.concat(first.stream(), second.stream()).toList();
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.store.find(topic, id);
	}

	@Override
	public TopicStatus status(String topic) {
		return this.store.status(topic);
	}

	@Override
	public JobPage page(JobPageRequest request) {
		return this.store.page(request);
	}

	@Override
	public RunPage runs(RunPageRequest request) {
		return this.store.runs(request);
	}

	@Override
	public FailedJobPage failures(String topic, JobPosition after, int limit) {
		return this.store.failures(topic, after, limit);
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		return this.store.forecast(request);
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return this.store.throughput(topic);
	}

	@Override
	public AuditPage audit(String topic, String step) {
		return this.store.audit(topic, step);
	}

	@Override
	public Set<String> topics() {
		return this.store.topics();
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.store.consumers(topic);
	}

}
