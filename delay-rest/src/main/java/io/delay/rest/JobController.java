// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriUtils;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.rest.http.QueryParameters;
import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.json.JsonAnswer;
import io.delay.rest.json.JsonObject;
import io.delay.rest.json.PayloadForm;
import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.store.StoredJob;
import io.delay.template.DelayOperations;

/**
 * Submits, finds, reschedules and cancels jobs.
 */
@RestController("delayRestJobController")
@RequestMapping(DelayRestConfiguration.PATH)
final class JobController {

	private final RestCalls calls;

	private final DelayOperations operations;

	JobController(RestCalls calls, DelayOperations operations) {
		this.calls = calls;
		this.operations = operations;
	}

	@PostMapping("/topics/{topic}/jobs")
	CompletionStage<ResponseEntity<byte[]>> submit(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			SubmitResult result = this.operations.submit(JobReader.read(topic, checked.json()));
			return (result.status() == SubmitStatus.CREATED)
					? RestAnswer.created(location(result), (answer) -> JobWriter.write(answer, topic, result))
					: RestAnswer.ok((answer) -> JobWriter.write(answer, topic, result));
		});
	}

	// Relative to the path of the request, which a proxy may have changed
	private static String location(SubmitResult result) {
		return "job?id=" + UriUtils.encode(result.id(), StandardCharsets.UTF_8);
	}

	@PostMapping("/jobs")
	CompletionStage<ResponseEntity<byte[]>> submitAll(RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			List<Job> jobs = checked.json().allow("jobs").objects("jobs", JobRules.MAX_BATCH, JobReader::readInBatch);
			List<SubmitResult> results = submit(jobs);
			return RestAnswer.ok((answer) -> answer.objects("results", jobs.size(),
					(element, index) -> write(element, jobs.get(index), results.get(index))));
		});
	}

	private List<SubmitResult> submit(List<Job> jobs) {
		try {
			return this.operations.submitAll(jobs);
		}
		catch (JobExistsException ex) {
			return ex.results();
		}
	}

	private static void write(JsonAnswer answer, Job job, SubmitResult result) {
		if (job.onConflict() == ConflictPolicy.REJECT && result.status() == SubmitStatus.EXISTING) {
			Problem problem = Problem.of(ProblemType.JOB_EXISTS, "Topic '" + job.topic()
					+ "' already has a job with this id. That job was not changed; choose another id or another onConflict");
			answer.text("topic", job.topic())
				.text("id", result.id())
				.object("problem", (object) -> RestAnswer.write(object, problem));
			return;
		}
		JobWriter.write(answer, job.topic(), result);
	}

	@GetMapping("/topics/{topic}/job")
	CompletionStage<ResponseEntity<byte[]>> find(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			QueryParameters query = checked.query("id", "payloadAs");
			PayloadForm form = PayloadForm.of("payloadAs", query.get("payloadAs"));
			String id = query.required("id");
			StoredJob job = this.operations.find(topic, id).orElseThrow(() -> notFound(topic, id));
			return RestAnswer.ok((answer) -> JobWriter.write(answer, job, form));
		});
	}

	@PatchMapping("/topics/{topic}/job")
	CompletionStage<ResponseEntity<byte[]>> reschedule(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			String id = checked.query("id").required("id");
			return changed(reschedule(topic, id, checked.json().allow("delay", "dueTime")), topic, id);
		});
	}

	private Optional<JobState> reschedule(String topic, String id, JsonObject body) {
		DueTime dueTime = JobReader.dueTime(body);
		if (dueTime instanceof DueTime.After after) {
			return this.operations.reschedule(topic, id, after.delay());
		}
		if (dueTime instanceof DueTime.At at) {
			return this.operations.reschedule(topic, id, at.instant());
		}
		throw ProblemException
			.invalid("The fields 'delay' and 'dueTime' are missing. Send one of them; nothing was changed");
	}

	private static ResponseEntity<byte[]> changed(Optional<JobState> found, String topic, String id) {
		JobState state = found.orElseThrow(() -> notFound(topic, id));
		if (state == JobState.RESERVED) {
			throw new ProblemException(ProblemType.JOB_RESERVED, "Job '" + id + "' of topic '" + topic
					+ "' is held by a consumer, so it was not changed. Repeat the request when it is waiting again, or cancel it");
		}
		if (state == JobState.FAILED) {
			throw new ProblemException(ProblemType.JOB_FAILED, "Job '" + id + "' of topic '" + topic
					+ "' has failed, so it was not changed. Kick it, or cancel it");
		}
		return found(topic, id, state);
	}

	@DeleteMapping("/topics/{topic}/job")
	CompletionStage<ResponseEntity<byte[]>> cancel(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			String id = checked.query("id").required("id");
			JobState state = this.operations.cancel(topic, id).orElseThrow(() -> notFound(topic, id));
			return found(topic, id, state);
		});
	}

	private static ResponseEntity<byte[]> found(String topic, String id, JobState state) {
		return RestAnswer.ok((answer) -> answer.text("topic", topic).text("id", id).constant("found", state));
	}

	private static ProblemException notFound(String topic, String id) {
		return new ProblemException(ProblemType.JOB_NOT_FOUND, "Topic '" + topic + "' has no job with the id '" + id
				+ "'. It never existed, is done or was cancelled; check topic and id");
	}

}
