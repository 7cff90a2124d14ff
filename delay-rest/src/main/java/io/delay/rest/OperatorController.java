// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.admin.DelayAdminOperations;
import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.rest.http.QueryParameters;
import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.json.JsonObject;
import io.delay.rest.problem.ProblemException;

/**
 * Kicks and purges jobs, and pauses topics.
 */
@RestController("delayRestOperatorController")
@RequestMapping(DelayRestConfiguration.PATH)
final class OperatorController {

	// So that a request ends soon
	private static final int MAX_PURGED = 10_000;

	private final RestCalls calls;

	private final DelayAdminOperations admin;

	OperatorController(RestCalls calls, DelayAdminOperations admin) {
		this.calls = calls;
		this.admin = admin;
	}

	@PostMapping("/topics/{topic}/kick")
	CompletionStage<ResponseEntity<byte[]>> kick(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			JsonObject body = checked.json().allow("ids", "delay");
			List<String> ids = body.textList("ids", JobRules.MAX_BATCH);
			TopicController.checkExists(this.admin, topic);
			List<Optional<JobState>> found = (body.duration("delay") != null)
					? actingAs(checked).jobs().kick(topic, ids, body.duration("delay"))
					: actingAs(checked).jobs().kick(topic, ids);
			return RestAnswer.ok((answer) -> answer.objects("results", ids.size(),
					(element, index) -> element.text("topic", topic)
						.text("id", ids.get(index))
						.constant("found", found.get(index).orElse(null))));
		});
	}

	@DeleteMapping("/topics/{topic}/jobs")
	CompletionStage<ResponseEntity<byte[]>> purge(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			QueryParameters query = checked.query("state", "limit", "after");
			JobState state = TopicController.state(query);
			BulkRequest bulk = new BulkRequest(bulkPosition(query.get("after")),
					query.number("limit", MAX_PURGED, MAX_PURGED));
			TopicController.checkExists(this.admin, topic);
			BulkResult result = actingAs(checked).bulk().purge(topic, state, bulk);
			BulkPosition next = result.next();
			return RestAnswer.ok((answer) -> answer.text("topic", topic)
				.number("jobs", result.jobs())
				.number("done", result.done())
				.number("total", result.total())
				.text("next", (next != null) ? next.toText() : null));
		});
	}

	private static @Nullable BulkPosition bulkPosition(@Nullable String after) {
		try {
			return (after != null) ? BulkPosition.of(after) : null;
		}
		catch (IllegalArgumentException ex) {
			throw ProblemException.invalid(
					"Parameter 'after' is invalid. Send the value of 'next' of the previous response; nothing was changed");
		}
	}

	@PostMapping("/topics/{topic}/pause")
	CompletionStage<ResponseEntity<byte[]>> pause(@PathVariable("topic") String topic, RestRequest request) {
		return setPaused(topic, true, request);
	}

	@PostMapping("/topics/{topic}/resume")
	CompletionStage<ResponseEntity<byte[]>> resume(@PathVariable("topic") String topic, RestRequest request) {
		return setPaused(topic, false, request);
	}

	private CompletionStage<ResponseEntity<byte[]>> setPaused(String topic, boolean paused, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			checked.json().allow();
			TopicController.checkExists(this.admin, topic);
			DelayAdminOperations acting = actingAs(checked);
			boolean changed = paused ? acting.topics().pause(topic) : acting.topics().resume(topic);
			return RestAnswer
				.ok((answer) -> answer.text("topic", topic).flag("paused", paused).flag("changed", changed));
		});
	}

	private DelayAdminOperations actingAs(RestRequest request) {
		String operator = request.principal();
		return (operator != null) ? this.admin.actingAs(operator) : this.admin;
	}

}
