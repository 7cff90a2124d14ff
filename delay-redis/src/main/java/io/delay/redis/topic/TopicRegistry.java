// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.PartitionClosedException;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.script.TopicMovedException;

/**
 * The topics of a namespace and their numbers of partitions. The first use of a topic
 * records its number and opens its partitions. If Redis has lost its data, the next use
 * of a partition finds it closed and records the topic again. While the server with the
 * list of topics is unreachable, known topics remain usable.
 */
public final class TopicRegistry {

	/**
	 * The time after which a topic is looked up again, because a Cluster node that has
	 * the list of topics but no partitions may have lost its data.
	 */
	private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(2);

	/**
	 * The maximum number of attempts to use a partition. Several may be needed, because
	 * an opened partition can be closed again before it is used.
	 */
	private static final int MAX_ATTEMPTS = 20;

	private static final Log logger = LogFactory.getLog(TopicRegistry.class);

	private final TopicList list;

	private final PartitionLayouts layouts;

	private final String namespace;

	private final ToIntFunction<String> wantedPartitions;

	private final Map<String, Entry> entries = RecentlyUsed.map();

	private final LongSupplier nanoTime;

	private final @Nullable TopicPartitions moving;

	/** One permit for all topics, because one key holds the list of topics. */
	private final ProbePermit permit;

	public TopicRegistry(SharedConnection connection, ScriptRunner runner, String namespace,
			ToIntFunction<String> wantedPartitions) {
		this(connection, runner, namespace, wantedPartitions, System::nanoTime);
	}

	TopicRegistry(SharedConnection connection, ScriptRunner runner, String namespace,
			ToIntFunction<String> wantedPartitions, LongSupplier nanoTime) {
		this(new TopicList(connection, runner, namespace), new PartitionLayouts(runner), namespace, wantedPartitions,
				null, nanoTime);
	}

	private TopicRegistry(TopicList list, PartitionLayouts layouts, String namespace,
			ToIntFunction<String> wantedPartitions, @Nullable TopicPartitions moving, LongSupplier nanoTime) {
		this.list = list;
		this.layouts = layouts;
		this.namespace = namespace;
		this.wantedPartitions = wantedPartitions;
		this.moving = moving;
		this.nanoTime = nanoTime;
		this.permit = new ProbePermit(nanoTime);
	}

	// A move alone can use the partitions of its topic
	public TopicRegistry moving(TopicPartitions partitions) {
		return new TopicRegistry(this.list, this.layouts, this.namespace, this.wantedPartitions, partitions,
				this.nanoTime);
	}

	// A new topic is recorded. Throws an IllegalStateException if the topic has a
	// different number of partitions, a TopicMovedException if it is being moved to a
	// different number, and a DataAccessException if the number cannot be looked up.
	// Never throws a NoReplyException, because no job was sent.
	public TopicPartitions partitions(String topic) {
		int wanted = this.wantedPartitions.applyAsInt(topic);
		TopicPartitions recorded = Objects.requireNonNull(find(topic, wanted));
		if (recorded.count() != wanted && this.moving == null) {
			throw new IllegalStateException(mismatch(topic, recorded.count(), wanted));
		}
		return recorded;
	}

	// For callers that only read or change existing jobs: a new topic is not recorded,
	// and the recorded number applies even if a different one is configured.
	public TopicPartitions recordedPartitions(String topic) {
		TopicPartitions recorded = find(topic, 0);
		return (recorded != null) ? recorded : partitions(topic, this.wantedPartitions.applyAsInt(topic));
	}

	// For callers that have a lease: the partitions of the last look-up. A move waits for
	// leases, so jobs can be settled during the move.
	public TopicPartitions known(String topic) {
		Entry entry = this.entries.get(topic);
		return (entry != null) ? entry.partitions() : recordedPartitions(topic);
	}

	/**
	 * Run a script. If its partition is closed, the topic is recorded, the partition
	 * opened and the script run again: a script that finds the partition closed changes
	 * nothing. A {@link NoReplyException} always concerns the script itself, never an
	 * earlier call.
	 */
	public <T> T use(PartitionKeys partition, Supplier<T> script) {
		for (int attempt = 1;; attempt++) {
			try {
				return script.get();
			}
			catch (PartitionClosedException ex) {
				if (attempt == MAX_ATTEMPTS) {
					throw ex;
				}
				withoutJobs(partition.topic(), () -> {
					open(partition);
					return partition;
				});
			}
		}
	}

	// The layout is read before the number is looked up: if the layout is the same when
	// the partition is opened, the topic was not forgotten in between.
	private void open(PartitionKeys partition) {
		String topic = partition.topic();
		int wanted = partition.layout().partitions();
		Map<PartitionKeys, String> closed = this.layouts.read(Collections.singletonList(partition));
		int recorded = fetch(topic, wanted);
		if (recorded != wanted) {
			partition.layout().setOutdated();
			throw new TopicMovedException(mismatch(topic, recorded, wanted));
		}
		this.layouts.open(closed);
	}

	private @Nullable TopicPartitions find(String topic, int wanted) {
		if (this.moving != null) {
			return this.moving;
		}
		Entry known = usable(topic, wanted);
		if (known == null) {
			return remember(topic, fetch(topic, wanted));
		}
		return (isFresh(known) || !this.permit.take()) ? known.partitions() : refresh(known.partitions(), wanted);
	}

	private @Nullable Entry usable(String topic, int wanted) {
		Entry entry = this.entries.get(topic);
		return (entry != null && !entry.partitions().isOutdated()
				&& (wanted == 0 || entry.partitions().count() == wanted)) ? entry : null;
	}

	private boolean isFresh(Entry entry) {
		return this.nanoTime.getAsLong() - entry.recordedAt() <= REFRESH_INTERVAL.toNanos();
	}

	// On a Cluster the partitions may be on different servers from the list of topics,
	// and so be reachable when the list is not. An outdated number does no harm: a move
	// writes the layout into the partitions before it moves a job. The scripts then
	// refuse calls with another number (_fence.lua), and the entry becomes invalid.
	private @Nullable TopicPartitions refresh(TopicPartitions known, int wanted) {
		boolean unreachable = false;
		try {
			return remember(known.topic(), fetch(known.topic(), wanted));
		}
		catch (TopicMovedException ex) {
			// The server has answered
			throw ex;
		}
		catch (DataAccessResourceFailureException | TransientDataAccessResourceException ex) {
			unreachable = true;
			logger.debug(
					"Could not read the list of topics; using the known partitions of topic '" + known.topic() + "'",
					ex);
			return known;
		}
		finally {
			if (unreachable) {
				this.permit.postpone();
			}
			else {
				this.permit.giveBack();
			}
		}
	}

	// Returns the same object as long as the number is the same, because callers keep
	// state for that object. Null if the number is 0.
	private @Nullable TopicPartitions remember(String topic, int recorded) {
		Entry entry = this.entries.compute(topic, (name, present) -> {
			if (recorded == 0) {
				return null;
			}
			TopicPartitions known = (present != null) ? present.partitions() : null;
			if (known == null || known.count() != recorded || known.isOutdated()) {
				known = partitions(topic, recorded);
			}
			return new Entry(known, this.nanoTime.getAsLong());
		});
		return (entry != null) ? entry.partitions() : null;
	}

	public int size() {
		return this.entries.size();
	}

	public Set<String> topics() {
		return this.list.topics();
	}

	// Returns the recorded number. If there is none, the wanted number is recorded unless
	// it is 0.
	private int fetch(String topic, int wanted) {
		TopicEntry entry = this.list.entry(topic);
		if (wanted > 0 && (entry == null || entry.isBeingForgotten())) {
			entry = (entry != null) ? this.list.record(topic, Integer.toString(wanted))
					: withoutJobs(topic, () -> record(topic, wanted));
		}
		return (entry != null) ? entry.partitions(topic) : 0;
	}

	// On a Cluster the list may be lost while partitions remain, and their number may
	// differ from the wanted one. Therefore the first use of a topic reads the layouts of
	// its first partitions; later uses do not.
	private TopicEntry record(String topic, int wanted) {
		TopicPartitions partitions = partitions(topic, wanted);
		Map<PartitionKeys, String> found = this.layouts.readFirst(partitions);
		String lost = TopicEntry.lost(found.values());
		TopicEntry recorded = this.list.record(topic, (lost != null) ? lost : Integer.toString(wanted));
		if (lost == null && recorded.to() == wanted && !recorded.isMoving()) {
			found.keySet().retainAll(partitions.all());
			this.layouts.open(found);
		}
		return recorded;
	}

	// Translates a NoReplyException, because callers would take it for a failure of their
	// own call. A reply that is lost here concerns only the partitions and no job.
	private static <T> T withoutJobs(String topic, Supplier<T> calls) {
		try {
			return calls.get();
		}
		catch (NoReplyException ex) {
			throw new RedisConnectionFailureException("Redis did not reply to the lookup of the partitions of topic '"
					+ topic + "'; nothing else was sent", ex);
		}
	}

	private TopicPartitions partitions(String topic, int count) {
		return new TopicPartitions(this.namespace, topic, count);
	}

	// A topic with dots in its name needs brackets, because otherwise the property is
	// ignored.
	public static String mismatch(String topic, int recorded, int wanted) {
		return "Topic '" + topic + "' is kept in " + recorded + ((recorded == 1) ? " partition" : " partitions")
				+ ", but this application is configured for " + wanted + ". Set " + property(topic)
				+ " (or delay.redis.partitions) to " + recorded
				+ ". To change the number, stop all instances and start one with delay.redis.move-topics=" + topic
				+ ", which moves the jobs (docs/stores/partitions.md)";
	}

	private static String property(String topic) {
		boolean plain = topic.matches("[A-Za-z0-9-]+");
		return "delay.topics." + (plain ? topic : "\"[" + topic + "]\"") + ".partitions";
	}

	private record Entry(TopicPartitions partitions, long recordedAt) {

	}

}
