// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.springframework.beans.factory.BeanFactory;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobStoreAdministrator;

/**
 * Jobs of a shop, written to the store without listeners, so that each of them is in a
 * known state.
 */
final class ShopData {

	private final JobStore store;

	private final LeaseTokens tokens = new LeaseTokens("shop-1");

	private final JobStoreAdministrator administrator;

	ShopData(BeanFactory beans) {
		this.store = beans.getBean(JobStore.class);
		this.administrator = beans.getBean(JobStoreAdministrator.class);
	}

	void submit(String topic, String id, String payload, Duration delay) {
		submit(topic, id, payload.getBytes(StandardCharsets.UTF_8), Map.of("tenant", "acme"), delay);
	}

	void submit(String topic, String id, byte[] payload, Map<String, String> headers, Duration delay) {
		this.store.submit(List.of(job(topic, id, payload, headers, delay)));
	}

	private static NewJob job(String topic, String id, byte[] payload, Map<String, String> headers, Duration delay) {
		return new NewJob(topic, id, DueTime.after(delay), ConflictPolicy.KEEP,
				new JobRecord(payload, headers, null, null, JobPriority.NORMAL));
	}

	/**
	 * Store a waiting job with any id, as another program can.
	 */
	void insert(String topic, String id) {
		Instant time = Instant.parse("2030-01-01T00:00:00Z");
		this.administrator.insert(new JobCopies(topic, List.of(new StoredJob(topic, id, JobState.DELAYED, time, time,
				new JobRecord(new byte[] { '1' }, Map.of(), null, null, JobPriority.NORMAL), null))));
	}

	void submitMany(String topic, String prefix, int count, Duration delay) {
		for (int begin = 0; begin < count; begin += 500) {
			this.store.submit(IntStream.range(begin, Math.min(count, begin + 500))
				.mapToObj((number) -> job(topic, prefix + number,
						"{\"order\":%d}".formatted(number).getBytes(StandardCharsets.UTF_8), Map.of(), delay))
				.toList());
		}
	}

	List<ReservedJob> reserve(String topic, int limit, Duration ttr, int maxAttempts) {
		return reserve(topic, this.tokens.next(), limit, new ReserveTerms(ttr, maxAttempts));
	}

	private List<ReservedJob> reserve(String topic, String token, int limit, ReserveTerms terms) {
		return this.store.reserve(new ReserveRequest(topic, token, limit, terms, ReserveMode.PULL)).jobs();
	}

	/**
	 * Let the ready jobs of a topic fail for good.
	 */
	void fail(String topic, FailureReason reason) {
		failOnce(topic, 1, null, reason);
	}

	/**
	 * Let the ready jobs of a topic fail, and try again after a delay.
	 */
	void failOnce(String topic, int maxAttempts, Duration delay, FailureReason reason) {
		List<ReservedJob> jobs;
		do {
			jobs = reserve(topic, 100, Duration.ofMinutes(1), maxAttempts);
			this.store.settle(
					jobs.stream().<Settlement>map((job) -> new Settlement.Fail(job.lease(), reason, delay)).toList());
		}
		while (!jobs.isEmpty());
	}

	/**
	 * Let the ready jobs of a topic fail in each of their attempts.
	 */
	void failAttempts(String topic, int attempts, FailureReason reason, Runnable afterEach) {
		for (int attempt = 1; attempt <= attempts; attempt++) {
			List<ReservedJob> jobs = reserve(topic, 100, Duration.ofMinutes(1), attempts);
			this.store.settle(jobs.stream()
				.<Settlement>map((job) -> new Settlement.Fail(job.lease(), reason, Duration.ZERO))
				.toList());
			afterEach.run();
		}
	}

	void finish(String topic, int limit) {
		finish(reserve(topic, limit, Duration.ofMinutes(1), 5));
	}

	/**
	 * Let another program finish the ready jobs of a topic, whose host has any name.
	 */
	void finish(String topic, String host) {
		finish(reserve(topic, host + "/other:1", 100, new ReserveTerms(Duration.ofMinutes(1), 5)));
	}

	private void finish(List<ReservedJob> jobs) {
		this.store.settle(jobs.stream()
			.<Settlement>map((job) -> new Settlement.Ack(job.lease(), Duration.ofMillis(230)))
			.toList());
	}

	void announce(String topic, String application, String host, int concurrency) {
		this.store
			.announce(new ConsumerRegistration(topic, host + "/" + topic, new ConsumerOrigin(application, host, topic),
					new ConsumerTerms(concurrency, new ReserveTerms(Duration.ofSeconds(30), 5))));
	}

	/**
	 * Register the consumer that reserves jobs here.
	 */
	void announceOwn(String topic) {
		this.store.announce(new ConsumerRegistration(topic, LeaseTokens.pollerOf(this.tokens.next()),
				new ConsumerOrigin("shop", "shop-1", topic),
				new ConsumerTerms(4, new ReserveTerms(Duration.ofSeconds(30), 5))));
	}

	static FailureReason reason(String error) {
		return new FailureReason(error, "shop-1", null, Duration.ofMillis(2_005));
	}

}
