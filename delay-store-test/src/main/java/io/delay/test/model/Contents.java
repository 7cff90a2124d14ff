// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobPriority;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.FinishedRun;

/**
 * All that a store keeps, in a form in which two stores can be compared: per topic, and
 * per job of a topic, what each of its places says.
 */
public final class Contents {

	// More of a payload than this is cut off.
	static final int SHORT_PAYLOAD = 64;

	private final Map<String, Map<String, String>> entries = new TreeMap<>();

	private final Map<String, Duration> nextEvents = new HashMap<>();

	private final Set<String> paused = new TreeSet<>();

	// The name of a partition, which is that of the topic if it is the only one.
	public static String partition(String topic, int number, int count) {
		return (count == 1) ? topic : topic + "#" + number;
	}

	public void topics(Set<String> topics) {
		put("topics", "known", new TreeSet<>(topics).toString());
	}

	public void topic(String topic, @Nullable TopicPause pause, long turn, long dropped) {
		if (pause != null) {
			this.paused.add(topic);
		}
		put(topic, "paused", String.valueOf(pause));
		put(topic, "turn", Long.toString(turn));
		put(topic, "dropped", Long.toString(dropped));
	}

	void status(String topic, TopicStatus status) {
		if (status.pause() != null) {
			this.paused.add(topic);
		}
		put(topic, "status", Look.Status.withoutSizes(status).toString());
	}

	public void waiting(String topic, String id, JobPriority priority, Instant score) {
		put(job(topic, id), "waiting " + priority, score.toString());
	}

	public void isolated(String topic, String id, Instant time) {
		put(job(topic, id), "isolated", time.toString());
	}

	public void handling(String topic, String id, Instant time, int attempt) {
		put(job(topic, id), "handling " + attempt, time.toString());
	}

	public void reserved(String topic, String id, Instant score) {
		put(job(topic, id), "reserved", score.toString());
	}

	public void lease(String topic, String id, String lease) {
		put(job(topic, id), "lease", lease);
	}

	public void failed(String topic, String id, Instant score) {
		put(job(topic, id), "failed", score.toString());
	}

	public void failures(String topic, String id, @Nullable JobFailures failures) {
		if (failures != null) {
			put(job(topic, id), "failures", failures.toString());
		}
	}

	public void stalls(String topic, String id, int stalls) {
		if (stalls > 0) {
			put(job(topic, id), "stalls", Integer.toString(stalls));
		}
	}

	public void record(String topic, String id, @Nullable JobRecord record) {
		put(job(topic, id), "record", (record != null) ? Readable.record(record) : "unreadable");
	}

	/** A job as an inspector shows it. */
	void visible(StoredJob job) {
		put(job(job.topic(), job.id()), "visible", Readable.of(job) + " " + job.holder());
	}

	void nextEventsOf(Contents others) {
		this.nextEvents.putAll(others.nextEvents);
	}

	public void run(String topic, long number, @Nullable FinishedRun run) {
		put(topic, "run " + number, (run != null) ? Readable.run(run) : "unreadable");
	}

	/**
	 * Something that must not be there.
	 */
	public void unknown(String topic, String what, String value) {
		put(topic, what, value);
	}

	private void put(String key, String name, String value) {
		this.entries.computeIfAbsent(key, (unknown) -> new TreeMap<>()).put(name, value);
	}

	private static String job(String topic, String id) {
		return topic + "/" + id;
	}

	/**
	 * When time alone makes the first job ready.
	 * @param until how long from now, zero if it is ready
	 */
	public void nextEvent(String topic, Duration until) {
		this.nextEvents.put(topic, until);
	}

	@Nullable Duration nextEvent(String topic) {
		return this.nextEvents.get(topic);
	}

	boolean isPaused(String topic) {
		return this.paused.contains(topic);
	}

	// The ids of the jobs of a topic.
	Set<String> ids(String topic) {
		Set<String> ids = new TreeSet<>();
		for (String key : this.entries.keySet()) {
			int slash = key.indexOf('/');
			if (slash > 0 && key.substring(0, slash).replaceFirst("#.*", "").equals(topic)) {
				ids.add(key.substring(slash + 1));
			}
		}
		return ids;
	}

	/**
	 * A run whose payload is compared by its beginning and its length.
	 */
	public static FinishedRun shorten(FinishedRun run) {
		JobRecord record = run.record();
		return (record != null) ? run.withRecord(shorten(record)) : run;
	}

	/**
	 * A record whose payload is compared by its beginning and its length.
	 */
	public static JobRecord shorten(JobRecord record) {
		byte[] payload = record.payload();
		if (payload.length <= SHORT_PAYLOAD) {
			return record;
		}
		String start = new String(payload, 0, SHORT_PAYLOAD, StandardCharsets.ISO_8859_1);
		byte[] shortened = (start + "#" + payload.length).getBytes(StandardCharsets.ISO_8859_1);
		return record.withPayload(shortened);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Contents contents && contents.entries.equals(this.entries);
	}

	@Override
	public int hashCode() {
		return this.entries.hashCode();
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder();
		this.entries.forEach((key, parts) -> text.append(key).append(' ').append(parts).append('\n'));
		return text.toString();
	}

}
