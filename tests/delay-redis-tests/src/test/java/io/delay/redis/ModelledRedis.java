// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.RedisCallback;

import io.delay.job.JobPriority;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.FinishedRunCodec;
import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.record.TopicPauseCodec;
import io.delay.redis.script.ScriptLibrary;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.HistorySettings;
import io.delay.test.model.Announcement;
import io.delay.test.model.Contents;
import io.delay.test.model.ModelledStore;

/**
 * The store on Redis, of which everything can be seen in few round trips: what its keys
 * hold, and the wake-ups, which are noted in a list in place of being published.
 */
public final class ModelledRedis implements ModelledStore {

	private static final Set<String> IGNORED = Set.of("ahead", "armed", "clock", "layout", "permits", "priorities",
			"queues", "resumed");

	private static final String PUBLISHED = "test-published";

	// Twelve of the jobs, and the finished runs
	private static final int KEYS = 13;

	private static final int RUNS = 12;

	private static final int ISOLATED = 10;

	private static final int HANDLING = 11;

	private static final Pattern STALLS = Pattern.compile("\\d+[hl]?(?:s(\\d+))?(?:f(\\d+))?;");

	/** Not a message to a worker that holds jobs ahead. */
	private static final Pattern EVENT = Pattern.compile("\\S+ \\d+:\\d+:\\d+");

	private static final String PUBLISH = "redis.pcall('PUBLISH', ARGV[1], message)";

	private final RedisSpace space;

	private final RedisTestClock clock;

	private final ScriptLibrary library;

	private final List<Announcement> announcements = new ArrayList<>();

	private final List<String> topics;

	private final int partitions;

	/** What is looked at in one call each: on a Cluster, the keys of one slot. */
	private final List<byte[][]> parts = new ArrayList<>();

	private final String look;

	private RedisJobStore store;

	private RedisJobStoreInspector inspector;

	private RedisJobStoreAdministrator administrator;

	private Long clockMark;

	private ModelledRedis(RedisSpace space, List<String> topics, int partitions) throws Exception {
		this.space = space;
		this.clock = new RedisTestClock(space.template(), space.namespace());
		this.library = new ScriptLibrary(this::read);
		this.topics = topics;
		this.partitions = partitions;
		List<byte[][]> parts = new ArrayList<>();
		parts.add(new byte[][] { (space.namespace() + ":topics").getBytes(StandardCharsets.UTF_8) });
		for (String topic : topics) {
			new TopicPartitions(space.namespace(), topic, partitions).all()
				.forEach((partition) -> parts.add(keys(partition)));
		}
		if (space.isCluster()) {
			this.parts.addAll(parts);
		}
		else {
			this.parts.add(parts.stream().flatMap(Stream::of).toArray(byte[][]::new));
		}
		byte[] script = new ClassPathResource("model/contents.lua", ModelledRedis.class).getContentAsByteArray();
		RedisCallback<String> load = (connection) -> connection.scriptingCommands().scriptLoad(script);
		this.look = space.template().execute(load);
		open(HistorySettings.OFF);
	}

	/**
	 * On the Redis that all tests share.
	 */
	public static ModelledRedis standalone(List<String> topics, int partitions) throws Exception {
		return new ModelledRedis(RedisSpace.shared(partitions), topics, partitions);
	}

	/**
	 * On the Redis Cluster that all tests share.
	 */
	public static ModelledRedis cluster(List<String> topics, int partitions) throws Exception {
		return new ModelledRedis(RedisSpace.sharedCluster(partitions), topics, partitions);
	}

	// Those of the store, and a list for what it publishes
	private byte[][] keys(PartitionKeys partition) {
		byte[][] history = partition.keysWithHistory();
		List<byte[]> keys = new ArrayList<>(List.of(partition.keys()));
		keys.add(history[history.length - 1]);
		keys.add(this.space.key(partition.topic(), partition.number(), PUBLISHED).getBytes(StandardCharsets.UTF_8));
		return keys.toArray(byte[][]::new);
	}

	private String read(String file) {
		String text = this.clock.read(file);
		if (file.equals("_publish") && !text.contains(PUBLISH)) {
			throw new IllegalStateException("_publish.lua no longer publishes by " + PUBLISH);
		}
		// The model removes runs exactly
		return text.replace("'~'", "'='")
			.replace(PUBLISH, "unguarded.pcall('RPUSH', string.gsub(KEYS[1], 'meta$', '" + PUBLISHED
					+ "'), ARGV[1] .. ' ' .. message)");
	}

	private void open(HistorySettings history) {
		RedisBackend backend = new RedisBackend(this.space.connections(), this.space.options().withHistory(history),
				this.library);
		this.store = new RedisJobStore(backend, this.clock::now);
		this.inspector = new RedisJobStoreInspector(backend);
		this.administrator = new RedisJobStoreAdministrator(backend);
	}

	@Override
	public void clear(HistorySettings history) {
		for (byte[][] keys : this.parts) {
			RedisCallback<Long> delete = (connection) -> connection.keyCommands().unlink(keys);
			this.space.template().execute(delete);
		}
		this.announcements.clear();
		this.clockMark = null;
		this.store.close();
		open(history);
	}

	@Override
	public void setTime(Instant now) {
		this.clock.set(now);
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return this.inspector;
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.administrator;
	}

	@Override
	public List<Announcement> takeAnnouncements() {
		List<Announcement> taken = List.copyOf(this.announcements);
		this.announcements.clear();
		return taken;
	}

	// That of the first partition of the first topic
	@Override
	public Instant clockMark() {
		return (this.clockMark != null) ? Instant.ofEpochMilli(this.clockMark) : Instant.EPOCH;
	}

	@Override
	public Contents contents() {
		List<Object> reply = look();
		Contents contents = new Contents();
		Set<String> known = new TreeSet<>(pairs(reply.get(0)).keySet());
		contents.topics(known);
		for (int i = 0; i < this.topics.size() * this.partitions; i++) {
			String topic = this.topics.get(i / this.partitions);
			List<?> partition = (List<?>) reply.get(1 + i);
			((List<?>) partition.get(KEYS)).stream()
				.map(ModelledRedis::text)
				.filter((message) -> EVENT.matcher(message).matches())
				.forEach((message) -> this.announcements.add(announcement(message)));
			List<Map<String, byte[]>> keys = partition.subList(0, RUNS).stream().map(ModelledRedis::pairs).toList();
			if (i == 0) {
				byte[] mark = keys.get(0).get("clock");
				this.clockMark = (mark != null) ? number(mark) : null;
			}
			keys.get(0).keySet().removeAll(IGNORED);
			List<?> runs = (List<?>) partition.get(RUNS);
			if (known.contains(topic) || !runs.isEmpty() || keys.stream().anyMatch((key) -> !key.isEmpty())) {
				String name = Contents.partition(topic, i % this.partitions, this.partitions);
				add(contents, name, keys);
				addRuns(contents, name, topic, runs);
			}
		}
		return contents;
	}

	private List<Object> look() {
		List<Object> reply = new ArrayList<>();
		for (byte[][] keys : this.parts) {
			RedisCallback<List<Object>> call = (connection) -> connection.scriptingCommands()
				.evalSha(this.look, ReturnType.MULTI, keys.length, keys);
			reply.addAll(this.space.template().execute(call));
		}
		return reply;
	}

	private static void add(Contents contents, String topic, List<Map<String, byte[]>> keys) {
		Map<String, byte[]> meta = keys.get(0);
		byte[] zero = { '0' };
		contents.topic(topic, TopicPauseCodec.parse(meta.getOrDefault("paused", new byte[0])),
				number(meta.getOrDefault("turn", zero)), number(meta.getOrDefault("dropped", zero)));
		meta.remove("paused");
		meta.remove("turn");
		meta.remove("dropped");
		meta.forEach((field, value) -> contents.unknown(topic, "meta " + field, text(value)));
		keys.get(1).forEach((id, record) -> contents.record(topic, id, JobRecordCodec.decode(record)));
		keys.get(2)
			.forEach((id, time) -> contents.waiting(topic, id, JobPriority.NORMAL, Instant.ofEpochMilli(number(time))));
		keys.get(3).forEach((id, time) -> contents.reserved(topic, id, Instant.ofEpochMilli(number(time))));
		keys.get(4).forEach((id, lease) -> contents.lease(topic, id, text(lease)));
		keys.get(5).forEach((id, time) -> contents.failed(topic, id, Instant.ofEpochMilli(number(time))));
		keys.get(6).forEach((id, failures) -> {
			contents.failures(topic, id, JobFailuresCodec.parse(failures));
			contents.stalls(topic, id, count(text(failures), 1));
		});
		keys.get(7)
			.forEach((id, time) -> contents.waiting(topic, id, JobPriority.HIGH, Instant.ofEpochMilli(number(time))));
		keys.get(8)
			.forEach((id, time) -> contents.waiting(topic, id, JobPriority.LOW, Instant.ofEpochMilli(number(time))));
		keys.get(ISOLATED).forEach((id, time) -> contents.isolated(topic, id, Instant.ofEpochMilli(number(time))));
		keys.get(HANDLING)
			.forEach((id, time) -> contents.handling(topic, id, Instant.ofEpochMilli(number(time)),
					1 + count(text(keys.get(6).get(id)), 2)));
	}

	// Newest first: id, run, record
	private static void addRuns(Contents contents, String name, String topic, List<?> runs) {
		for (int i = 0; i < runs.size(); i += 3) {
			contents.run(name, -1 - i / 3,
					FinishedRunCodec.parse(topic, text(runs.get(i)), text(runs.get(i + 1)), (byte[]) runs.get(i + 2)));
		}
	}

	private static int count(String failures, int group) {
		Matcher matcher = STALLS.matcher(failures);
		return (matcher.lookingAt() && matcher.group(group) != null) ? Integer.parseInt(matcher.group(group)) : 0;
	}

	private Announcement announcement(String line) {
		String[] parts = line.split("[ :]");
		// namespace, topic, "wake-up", partition, time in ms, microseconds until then
		String partition = Contents.partition(parts[1], Integer.parseInt(parts[3]), this.partitions);
		return new Announcement(partition, Instant.ofEpochMilli(Long.parseLong(parts[4])), Long.parseLong(parts[5]));
	}

	private static Map<String, byte[]> pairs(Object reply) {
		List<?> list = (List<?>) reply;
		Map<String, byte[]> pairs = new LinkedHashMap<>();
		for (int i = 0; i < list.size(); i += 2) {
			pairs.put(text(list.get(i)), (byte[]) list.get(i + 1));
		}
		return pairs;
	}

	private static String text(Object bytes) {
		return new String((byte[]) bytes, StandardCharsets.UTF_8);
	}

	private static long number(byte[] bytes) {
		return Long.parseLong(text(bytes));
	}

	@Override
	public void close() {
		this.store.close();
		this.space.close();
	}

}
