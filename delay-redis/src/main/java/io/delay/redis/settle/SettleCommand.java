// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.settle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.FinishedRunCodec;
import io.delay.redis.record.JobCodes;
import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.record.SubmitTimes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFailure;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.FailureReason;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.history.HistorySettings;

/**
 * Settles and touches leases in calls of bounded size, each for one partition and one
 * transition.
 */
public final class SettleCommand {

	private static final Log logger = LogFactory.getLog(SettleCommand.class);

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final HistorySettings history;

	private final SubmitTimes submitTimes;

	public SettleCommand(ScriptRunner runner, TopicRegistry topics, HistorySettings history, SubmitTimes submitTimes) {
		this.runner = runner;
		this.topics = topics;
		this.history = history;
		this.submitTimes = submitTimes;
	}

	/**
	 * End leases. Calls to several partitions are sent at the same time.
	 * @return the results in the same order, {@link SettleResult#UNREACHABLE} if the
	 * partition was unreachable but another partition was reachable
	 */
	public List<SettleResult> execute(List<Settlement> settlements) {
		@Nullable SettleResult[] results = new SettleResult[settlements.size()];
		executeOnce(settlements, results);
		List<Integer> omitted = omitted(results);
		// The first call to each partition settles at least one of its jobs
		while (!omitted.isEmpty()) {
			@Nullable SettleResult[] others = new SettleResult[omitted.size()];
			executeAgain(omitted.stream().map(settlements::get).toList(), others);
			for (int i = 0; i < others.length; i++) {
				results[omitted.get(i)] = others[i];
			}
			omitted = omitted(results);
		}
		return List.of(results);
	}

	// Does not throw, because earlier calls to the partitions have ended leases, and
	// their results would be lost
	private void executeAgain(List<Settlement> settlements, @Nullable SettleResult[] results) {
		try {
			executeOnce(settlements, results);
		}
		catch (DataAccessException ex) {
			logger.debug("A further call for a batch of settlements failed; the remaining settlements are sent again",
					ex);
			omitted(results).forEach((index) -> results[index] = SettleResult.UNREACHABLE);
		}
	}

	private static List<Integer> omitted(@Nullable SettleResult[] results) {
		List<Integer> omitted = new ArrayList<>(0);
		for (int i = 0; i < results.length; i++) {
			if (results[i] == null) {
				omitted.add(i);
			}
		}
		return omitted;
	}

	private void executeOnce(List<Settlement> settlements, @Nullable SettleResult[] results) {
		execute(settlements, this::script, Settlement::lease, (settlement, arguments) -> {
			add(settlement.lease(), arguments);
			addDetails(settlement, arguments);
		}, results);
	}

	// Extends leases. The results have the same meaning as those of execute.
	public List<SettleResult> touch(List<Touch> touches) {
		@Nullable SettleResult[] results = new SettleResult[touches.size()];
		execute(touches, (touch) -> RedisScript.TOUCH, Touch::lease, (touch, arguments) -> {
			add(touch.lease(), arguments);
			arguments.add(touch.ttr()).add(touch.overdue() ? 1 : 0);
		}, results);
		return List.of(results);
	}

	public List<SettleResult> check(List<Lease> leases) {
		@Nullable SettleResult[] results = new SettleResult[leases.size()];
		execute(leases, (lease) -> RedisScript.CHECK, Function.identity(), SettleCommand::add, results);
		return List.of(results);
	}

	private <T> void execute(List<T> items, Function<T, RedisScript> toScript, Function<T, Lease> toLease,
			BiConsumer<T, ScriptArguments> toArguments, @Nullable SettleResult[] results) {
		Map<PartitionKeys, Deque<SettleCall>> calls = new LinkedHashMap<>();
		Map<Target, SettleCall> open = new HashMap<>();
		for (int i = 0; i < items.size(); i++) {
			T item = items.get(i);
			Lease lease = toLease.apply(item);
			Target target = new Target(toScript.apply(item), this.topics.known(lease.topic()).of(lease.id()));
			SettleCall call = open.get(target);
			if (call == null || call.isFull()) {
				call = call(target);
				open.put(target, call);
				calls.computeIfAbsent(target.partition(), (partition) -> new ArrayDeque<>()).add(call);
			}
			call.indexes().add(i);
			toArguments.accept(item, call.arguments());
		}
		run(calls.values(), results);
	}

	private SettleCall call(Target target) {
		SettleCall call = new SettleCall(target.script(), target.partition());
		if (target.script() == RedisScript.ACK_HISTORY || target.script() == RedisScript.RESUBMIT
				|| target.script() == RedisScript.EXPIRE) {
			call.arguments().add(FinishedRunCodec.limits(this.history, target.partition()));
		}
		return call;
	}

	// The calls to one partition are sent one after the other, because only the first of
	// two settlements of a lease counts. For the same reason, no further call is sent to
	// a partition that has left out a job. Calls to different partitions are sent
	// together.
	private void run(Collection<Deque<SettleCall>> partitions, @Nullable SettleResult[] results) {
		boolean reached = partitions.isEmpty();
		boolean several = partitions.size() > 1;
		DataAccessException failure = null;
		while (!partitions.isEmpty()) {
			List<SettleCall> calls = partitions.stream().map(Deque::remove).toList();
			partitions.removeIf(Deque::isEmpty);
			if (calls.size() > 1) {
				calls.forEach((call) -> call.send(this.runner));
			}
			for (SettleCall call : calls) {
				try {
					if (!call.finish(this.runner, results)) {
						partitions.removeIf((later) -> later.element().partition().equals(call.partition()));
					}
					reached = true;
				}
				catch (DataAccessException ex) {
					if (!several && !isUnreachable(ex)) {
						throw ex;
					}
					call.indexes().forEach((index) -> results[index] = SettleResult.UNREACHABLE);
					failure = ex;
				}
			}
		}
		if (!reached && failure != null && !(results.length > 1 && isBusy(failure))) {
			throw failure;
		}
	}

	// True if the server cannot be reached, gave no reply or cannot execute the call yet;
	// false if it refused the call.
	private static boolean isUnreachable(DataAccessException failure) {
		return failure instanceof DataAccessResourceFailureException || isBusy(failure);
	}

	// True if the server cannot execute the call yet, for example because a slot is being
	// moved.
	private static boolean isBusy(DataAccessException failure) {
		return failure.getCause() != null && ReplyFailure.isRepeatable(failure.getCause());
	}

	private RedisScript script(Settlement settlement) {
		if (settlement instanceof Settlement.Ack) {
			return this.history.isOn(settlement.lease().topic()) ? RedisScript.ACK_HISTORY : RedisScript.ACK;
		}
		if (settlement instanceof Settlement.Expire) {
			return RedisScript.EXPIRE;
		}
		if (settlement instanceof Settlement.Release) {
			return RedisScript.RELEASE;
		}
		if (settlement instanceof Settlement.Resubmit) {
			return RedisScript.RESUBMIT;
		}
		if (settlement instanceof Settlement.HandBack) {
			return RedisScript.HAND_BACK_JOBS;
		}
		return (settlement instanceof Settlement.Fail) ? RedisScript.FAIL : RedisScript.BURY;
	}

	private static void add(Lease lease, ScriptArguments arguments) {
		arguments.add(lease.id()).add(lease.token());
	}

	private void addDetails(Settlement settlement, ScriptArguments arguments) {
		if (settlement instanceof Settlement.Ack ack && this.history.isOn(ack.lease().topic())) {
			arguments.add(millis(ack.ran()));
		}
		if (settlement instanceof Settlement.Release release) {
			arguments.add(delay(release.delay()));
		}
		else if (settlement instanceof Settlement.Resubmit resubmit) {
			arguments.add(delay(resubmit.delay()))
				.add(JobCodes.letter(resubmit.record().priority()))
				.add(JobRecordCodec.encode(this.submitTimes.addTo(resubmit.lease().topic(), resubmit.record())))
				.add(millis(resubmit.ran()));
		}
		else if (settlement instanceof Settlement.Fail fail) {
			arguments.add(delay(fail.delay()));
			add(fail.reason(), arguments);
		}
		else if (settlement instanceof Settlement.Bury bury) {
			add(bury.reason(), arguments);
		}
		else if (settlement instanceof Settlement.FailureHandled) {
			arguments.add("").add("").add("");
		}
	}

	private static String millis(@Nullable Duration duration) {
		return (duration != null) ? Long.toString(Math.max(0, duration.toMillis())) : "";
	}

	private static String delay(@Nullable Duration delay) {
		return (delay != null) ? "+" + ScriptArguments.millis(delay) : "";
	}

	private static void add(FailureReason reason, ScriptArguments arguments) {
		arguments.add(reason.host()).add(reason.error()).add(JobFailuresCodec.details(reason));
	}

	private record Target(RedisScript script, PartitionKeys partition) {

	}

}
