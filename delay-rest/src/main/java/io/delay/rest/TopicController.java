// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.rest.http.QueryParameters;
import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.json.JsonAnswer;
import io.delay.rest.json.JsonObject;
import io.delay.rest.json.PayloadForm;
import io.delay.rest.json.TimeText;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;

/**
 * Shows topics and their jobs, and kicks failed jobs.
 */
@RestController
@RequestMapping(DelayRestConfiguration.PATH)
final class TopicController {

	private static final int LIMIT = 100;

	// No job can have a later time
	private static final Instant LATEST = Instant.parse("+10000-12-31T23:59:59Z");

	private static final Map<String, PageOrder> ORDERS = Map.of("oldest", PageOrder.OLDEST_FIRST, "newest",
			PageOrder.NEWEST_FIRST);

	private final RestCalls calls;

	private final DelayAdminOperations admin;

	TopicController(RestCalls calls, DelayAdminOperations admin) {
		this.calls = calls;
		this.admin = admin;
	}

	@GetMapping("/topics")
	CompletionStage<ResponseEntity<byte[]>> topics(RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			List<String> topics = List.copyOf(this.admin.topics().names());
			List<TopicStatus> statuses = topics.stream().map(this.admin.topics()::statusWithoutSizes).toList();
			return RestAnswer
				.ok((answer) -> answer.objects("topics", IntStream.range(0, topics.size()).boxed().toList(),
						(element, index) -> write(element, topics.get(index), statuses.get(index))));
		});
	}

	@GetMapping("/topics/{topic}")
	CompletionStage<ResponseEntity<byte[]>> topic(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			checkExists(topic);
			TopicStatus status = this.admin.topics().statusWithoutSizes(topic);
			return RestAnswer.ok((answer) -> write(answer, topic, status));
		});
	}

	private static void write(JsonAnswer answer, String topic, TopicStatus status) {
		answer.text("topic", topic)
			.object("counts", (counts) -> status.counts().forEach((state, count) -> counts.number(state.name(), count)))
			.duration("oldestReady", status.oldestReady())
			.flag("paused", status.paused())
			.number("consumers", status.consumers())
			.number("dropped", status.dropped());
		if (status.estimated()) {
			answer.flag("estimated", true);
		}
	}

	@GetMapping("/topics/{topic}/jobs")
	CompletionStage<ResponseEntity<byte[]>> jobs(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			QueryParameters query = checked.query("state", "after", "limit", "order", "payloadAs");
			PayloadForm form = PayloadForm.of("payloadAs", query.get("payloadAs"));
			JobState state = JsonObject.constant("state", query.required("state"), JobState.class);
			JobPosition after = position(query.get("after"));
			PageOrder order = order(query.get("order"));
			int limit = query.number("limit", LIMIT);
			checkExists(topic);
			JobPage page = this.admin.jobs().page(topic, state, order, after, limit);
			return RestAnswer.ok((answer) -> answer
				.objects("jobs", page.jobs(), (element, job) -> JobWriter.write(element, job, form))
				.text("next", (page.next() != null) ? page.next().time() + "," + page.next().id() : null));
		});
	}

	private static @Nullable JobPosition position(@Nullable String after) {
		if (after == null) {
			return null;
		}
		int comma = after.indexOf(',');
		Instant time = (comma != -1) ? TimeText.instant("after", after.substring(0, comma)) : null;
		if (time == null || time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
			throw ProblemException
				.invalid("Parameter 'after' is invalid. Send the value of 'next' of the previous page");
		}
		return new JobPosition(time, after.substring(comma + 1));
	}

	private static PageOrder order(@Nullable String order) {
		PageOrder known = ORDERS.get((order != null) ? order : "oldest");
		if (known == null) {
			throw ProblemException.invalid("Parameter 'order' is unknown. Send oldest or newest");
		}
		return known;
	}

	@PostMapping("/topics/{topic}/kick")
	CompletionStage<ResponseEntity<byte[]>> kick(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			JsonObject body = checked.json().allow("ids", "delay");
			List<String> ids = body.textList("ids", JobRules.MAX_BATCH);
			checkExists(topic);
			List<Optional<JobState>> found = (body.duration("delay") != null)
					? actingAs(checked).jobs().kick(topic, ids, body.duration("delay"))
					: actingAs(checked).jobs().kick(topic, ids);
			return RestAnswer
				.ok((answer) -> answer.objects("results", IntStream.range(0, ids.size()).boxed().toList(), (element,
						index) -> element.text("id", ids.get(index)).constant("found", found.get(index).orElse(null))));
		});
	}

	private DelayAdminOperations actingAs(RestRequest request) {
		String operator = request.principal();
		return (operator != null) ? this.admin.actingAs(operator) : this.admin;
	}

	private void checkExists(String topic) {
		if (!this.admin.topics().names().contains(JobRules.checkTopic(topic))) {
			throw new ProblemException(ProblemType.TOPIC_NOT_FOUND,
					"There is no topic '" + topic + "'. It was never used or was forgotten; check its name");
		}
	}

}
