// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobRules;
import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.json.JsonAnswer;
import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * Settles reserved jobs and extends their leases.
 */
@RestController("delayRestSettlementController")
@RequestMapping(DelayRestConfiguration.PATH)
final class SettlementController {

	private final RestCalls calls;

	private final JobStore store;

	private final DelayAdminOperations admin;

	SettlementController(RestCalls calls, JobStore store, DelayAdminOperations admin) {
		this.calls = calls;
		this.store = store;
		this.admin = admin;
	}

	@PostMapping("/topics/{topic}/ack")
	CompletionStage<ResponseEntity<byte[]>> ack(@PathVariable("topic") String topic, RestRequest request) {
		return single(LeaseAction.Kind.ACK, topic, request);
	}

	@PostMapping("/topics/{topic}/release")
	CompletionStage<ResponseEntity<byte[]>> release(@PathVariable("topic") String topic, RestRequest request) {
		return single(LeaseAction.Kind.RELEASE, topic, request);
	}

	@PostMapping("/topics/{topic}/fail")
	CompletionStage<ResponseEntity<byte[]>> fail(@PathVariable("topic") String topic, RestRequest request) {
		return single(LeaseAction.Kind.FAIL, topic, request);
	}

	@PostMapping("/topics/{topic}/bury")
	CompletionStage<ResponseEntity<byte[]>> bury(@PathVariable("topic") String topic, RestRequest request) {
		return single(LeaseAction.Kind.BURY, topic, request);
	}

	@PostMapping("/topics/{topic}/touch")
	CompletionStage<ResponseEntity<byte[]>> touch(@PathVariable("topic") String topic, RestRequest request) {
		return single(LeaseAction.Kind.TOUCH, topic, request);
	}

	private CompletionStage<ResponseEntity<byte[]>> single(LeaseAction.Kind kind, String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			LeaseAction action = LeaseAction.read(kind, topic, checked.json());
			Problem problem = problemOf(action.lease(), carryOut(List.of(action)).get(0), knownTopics());
			if (problem != null) {
				throw new ProblemException(problem);
			}
			return RestAnswer.empty();
		});
	}

	@PostMapping("/settle")
	CompletionStage<ResponseEntity<byte[]>> settle(RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			List<LeaseAction> batch = checked.json()
				.allow("settlements")
				.objects("settlements", JobRules.MAX_BATCH, LeaseAction::readInBatch);
			List<SettleResult> results = carryOut(batch);
			Supplier<Optional<Set<String>>> topics = knownTopics();
			return RestAnswer.ok((answer) -> answer.objects("results", batch.size(),
					(element, index) -> write(element, batch.get(index).lease(), results.get(index), topics)));
		});
	}

	// Leases are extended first, so that none expires while others are settled
	private List<SettleResult> carryOut(List<LeaseAction> actions) {
		List<Touch> touches = actions.stream()
			.filter(LeaseAction.Extend.class::isInstance)
			.map((action) -> ((LeaseAction.Extend) action).touch())
			.toList();
		List<Settlement> settlements = actions.stream()
			.filter(LeaseAction.Settle.class::isInstance)
			.map((action) -> ((LeaseAction.Settle) action).settlement())
			.toList();
		Iterator<SettleResult> touched = touches.isEmpty() ? Collections.emptyIterator()
				: this.store.touch(touches).iterator();
		Iterator<SettleResult> settled = settlements.isEmpty() ? Collections.emptyIterator()
				: this.store.settle(settlements).iterator();
		return actions.stream()
			.map((action) -> (action instanceof LeaseAction.Extend) ? touched.next() : settled.next())
			.toList();
	}

	private static void write(JsonAnswer answer, Lease lease, SettleResult result,
			Supplier<Optional<Set<String>>> topics) {
		answer.text("topic", lease.topic()).text("id", lease.id());
		Problem problem = problemOf(lease, result, topics);
		if (problem != null) {
			answer.object("problem", (object) -> RestAnswer.write(object, problem));
		}
	}

	private static @Nullable Problem problemOf(Lease lease, SettleResult result,
			Supplier<Optional<Set<String>>> topics) {
		return switch (result) {
			case DONE -> null;
			case LEASE_LOST -> lost(lease, topics.get().map((names) -> names.contains(lease.topic())).orElse(true));
			case UNREACHABLE -> unreachable(lease);
		};
	}

	// Read once, and only if a lease is lost. If they cannot be read, the lease is lost
	// nevertheless
	private Supplier<Optional<Set<String>>> knownTopics() {
		return SingletonSupplier.of(() -> {
			try {
				return Optional.of(Set.copyOf(this.admin.topics().names()));
			}
			catch (RuntimeException ex) {
				return Optional.empty();
			}
		});
	}

	private static Problem lost(Lease lease, boolean isTopicKnown) {
		return Problem.of(ProblemType.LEASE_LOST,
				isTopicKnown
						? "The lease on job '" + lease.id() + "' of topic '" + lease.topic()
								+ "' is no longer valid: the job was settled, delivered again, replaced or cancelled. "
								+ "Nothing was changed; do not repeat the request"
						: "There is no topic '" + lease.topic() + "', so there is no lease on its job '" + lease.id()
								+ "'. Nothing was changed; check the name of the topic");
	}

	private static Problem unreachable(Lease lease) {
		return Problem.temporary(ProblemType.STORE_UNAVAILABLE, "The part of the store that has job '" + lease.id()
				+ "' of topic '" + lease.topic()
				+ "' could not be reached, or a transaction has locked the job. It is safe to repeat the request");
	}

}
