// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.admin.DelayAdminOperations;
import io.delay.admin.TopicStatusScan;
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
import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;

/**
 * Shows topics and their jobs.
 */
@RestController("delayRestTopicController")
@RequestMapping(DelayRestConfiguration.PATH)
final class TopicController {

	private static final int LIMIT = 100;

	private static final int MAX_LIMIT = 500;

	private static final TopicStatusScan.Result NOT_READ = new TopicStatusScan.Result(null,
			new DataAccessResourceFailureException("Not read, because earlier topics were unreachable"));

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
			QueryParameters query = checked.query("limit", "after");
			int limit = query.number("limit", LIMIT, MAX_LIMIT);
			String after = query.get("after");
			List<String> rest = this.admin.topics()
				.names()
				.stream()
				.filter((topic) -> after == null || topic.compareTo(after) > 0)
				.toList();
			List<String> topics = rest.subList(0, Math.min(limit, rest.size()));
			List<TopicStatusScan.Result> results = read(topics);
			return RestAnswer.ok((answer) -> answer
				.objects("topics", topics.size(),
						(element, index) -> write(element, topics.get(index), results.get(index)))
				.text("next", (topics.size() < rest.size()) ? topics.get(topics.size() - 1) : null));
		});
	}

	// A topic that cannot be read does not hide the others
	private List<TopicStatusScan.Result> read(List<String> topics) {
		TopicStatusScan scan = new TopicStatusScan(this.admin.topics()::statusWithoutSizes);
		List<TopicStatusScan.Result> results = topics.stream()
			.map((topic) -> scan.isOver() ? NOT_READ : scan.read(topic))
			.toList();
		if (!scan.isStoreReachable()) {
			throw Objects.requireNonNull(results.get(0).failure());
		}
		return results;
	}

	private static void write(JsonAnswer answer, String topic, TopicStatusScan.Result result) {
		if (result.status() != null) {
			write(answer, topic, result.status());
			return;
		}
		answer.text("topic", topic)
			.object("problem", (problem) -> RestAnswer.write(problem, Problem.temporary(ProblemType.STORE_UNAVAILABLE,
					"Topic '" + topic + "' cannot be read. The actuator endpoint shows the cause")));
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
			.object("jobs", (jobs) -> status.counts().forEach((state, count) -> jobs.number(state.name(), count)))
			.duration("oldestReady", status.oldestReady())
			.flag("paused", status.paused())
			.number("consumers", status.consumers())
			.number("dropped", status.dropped());
		TopicPause pause = status.pause();
		if (pause != null) {
			answer.object("pause",
					(object) -> object.text("by", pause.by().name()).instant("since", pause.knownSince()));
		}
		if (status.estimated()) {
			answer.flag("estimated", true);
		}
	}

	@GetMapping("/topics/{topic}/jobs")
	CompletionStage<ResponseEntity<byte[]>> jobs(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			QueryParameters query = checked.query("state", "after", "limit", "order", "payloadAs");
			PayloadForm form = PayloadForm.of("payloadAs", query.get("payloadAs"));
			JobState state = state(query);
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

	static JobState state(QueryParameters query) {
		return JsonObject.constant("state", query.required("state").toUpperCase(Locale.ROOT), JobState.class);
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

	private void checkExists(String topic) {
		checkExists(this.admin, topic);
	}

	static void checkExists(DelayAdminOperations admin, String topic) {
		if (!admin.topics().names().contains(JobRules.checkTopic(topic))) {
			throw new ProblemException(ProblemType.TOPIC_NOT_FOUND,
					"There is no topic '" + topic + "'. It was never used or was forgotten; check its name");
		}
	}

}
