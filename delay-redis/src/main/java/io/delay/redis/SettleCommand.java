/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * Settles and touches leases: one call per topic and transition, of bounded size.
 */
final class SettleCommand {

	private static final int MAX_LEASES = 500;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	SettleCommand(ScriptRunner runner, TopicRegistry topics) {
		this.runner = runner;
		this.topics = topics;
	}

	List<SettleResult> execute(List<Settlement> settlements) {
		return execute(settlements, (settlement) -> new Call(script(settlement), settlement.lease().topic()),
				(settlement, arguments) -> {
					add(settlement.lease(), arguments);
					addDetails(settlement, arguments);
				});
	}

	List<SettleResult> touch(List<Touch> touches) {
		return execute(touches, (touch) -> new Call(RedisScript.TOUCH, touch.lease().topic()), (touch, arguments) -> {
			add(touch.lease(), arguments);
			arguments.add(touch.ttr());
		});
	}

	private <T> List<SettleResult> execute(List<T> items, Function<T, Call> toCall,
			BiConsumer<T, ScriptArguments> toArguments) {
		List<SettleResult> results = new ArrayList<>(Collections.nCopies(items.size(), SettleResult.LEASE_LOST));
		Map<Call, List<Integer>> groups = new LinkedHashMap<>();
		for (int i = 0; i < items.size(); i++) {
			groups.computeIfAbsent(toCall.apply(items.get(i)), (call) -> new ArrayList<>()).add(i);
		}
		groups.forEach((call, indexes) -> {
			for (int from = 0; from < indexes.size(); from += MAX_LEASES) {
				List<Integer> slice = indexes.subList(from, Math.min(from + MAX_LEASES, indexes.size()));
				PartitionKeys partition = this.topics.look(call.topic());
				ScriptArguments arguments = new ScriptArguments(partition);
				slice.forEach((index) -> toArguments.accept(items.get(index), arguments));
				List<Object> reply = this.runner.run(call.script(), partition, arguments);
				for (int i = 0; i < slice.size(); i++) {
					boolean done = ((Long) reply.get(i)) == 1;
					results.set(slice.get(i), done ? SettleResult.DONE : SettleResult.LEASE_LOST);
				}
			}
		});
		return results;
	}

	private static RedisScript script(Settlement settlement) {
		if (settlement instanceof Settlement.Ack) {
			return RedisScript.ACK;
		}
		if (settlement instanceof Settlement.Release) {
			return RedisScript.RELEASE;
		}
		return (settlement instanceof Settlement.Fail) ? RedisScript.FAIL : RedisScript.BURY;
	}

	private static void add(Lease lease, ScriptArguments arguments) {
		arguments.add(lease.id()).add(lease.token());
	}

	private static void addDetails(Settlement settlement, ScriptArguments arguments) {
		if (settlement instanceof Settlement.Release release) {
			arguments.add(delay(release.delay()));
		}
		else if (settlement instanceof Settlement.Fail fail) {
			arguments.add(delay(fail.delay()));
			add(fail.reason(), arguments);
		}
		else if (settlement instanceof Settlement.Bury bury) {
			add(bury.reason(), arguments);
		}
	}

	private static String delay(@Nullable Duration delay) {
		return (delay != null) ? "+" + ScriptArguments.millis(delay) : "";
	}

	private static void add(FailureReason reason, ScriptArguments arguments) {
		arguments.add(reason.host()).add(reason.error());
	}

	/**
	 * Settlements that can share a call.
	 *
	 * @param script the transition
	 * @param topic the topic
	 */
	private record Call(RedisScript script, String topic) {

	}

}
