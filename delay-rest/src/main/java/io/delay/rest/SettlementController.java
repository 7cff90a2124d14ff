// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.job.JobRules;
import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
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
@RestController
@RequestMapping(DelayRestConfiguration.PATH)
final class SettlementController {

	private final RestCalls calls;

	private final JobStore store;

	SettlementController(RestCalls calls, JobStore store) {
		this.calls = calls;
		this.store = store;
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
			return switch (carryOut(List.of(action)).get(0)) {
				case DONE -> RestAnswer.empty();
				case LEASE_LOST -> throw lost(action.lease());
				case UNREACHABLE -> throw unreachable(action.lease());
			};
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
			return RestAnswer.ok((answer) -> answer.list("results", results.stream().map(Enum::name).toList()));
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

	private static ProblemException lost(Lease lease) {
		return new ProblemException(ProblemType.LEASE_LOST,
				"The lease on job '" + lease.id() + "' of topic '" + lease.topic()
						+ "' is no longer valid: the job was settled, delivered again, replaced or cancelled. "
						+ "Nothing was changed; do not repeat the request");
	}

	private static ProblemException unreachable(Lease lease) {
		return new ProblemException(Problem
			.temporary(ProblemType.STORE_UNAVAILABLE, "The part of the store that has job '" + lease.id()
					+ "' of topic '" + lease.topic()
					+ "' could not be reached, or a transaction has locked the job. It is safe to repeat the request"));
	}

}
