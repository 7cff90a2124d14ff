// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.job.JobRules;
import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.json.JsonObject;
import io.delay.rest.json.PayloadForm;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.wait.ConsumerAnnouncements;
import io.delay.rest.wait.ReserveCall;
import io.delay.rest.wait.ReserveWaits;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.template.DelayTemplateOptions;

/**
 * Reserves jobs and hands them back.
 */
@RestController("delayRestReserveController")
@RequestMapping(DelayRestConfiguration.PATH)
final class ReserveController {

	private static final Duration MAX_WAIT = Duration.ofSeconds(20);

	private static final ResponseEntity<byte[]> NOTHING = answer(List.of(), PayloadForm.AUTO);

	private final RestCalls calls;

	private final ReserveWaits waits;

	private final ConsumerAnnouncements announcements;

	private final DelayTemplateOptions options;

	ReserveController(RestCalls calls, JobStore store, ReserveWaits waits, RestOptions options) {
		this.calls = calls;
		this.waits = waits;
		this.announcements = new ConsumerAnnouncements(store);
		this.options = options.template();
	}

	@PostMapping("/topics/{topic}/reserve")
	CompletionStage<ResponseEntity<byte[]>> reserve(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.callOrWait(request, (checked) -> {
			checked.query();
			JsonObject body = checked.json()
				.allow("limit", "wait", "ttr", "maxAttempts", "reservation", "consumer", "payloadAs");
			PayloadForm form = PayloadForm.of("$.payloadAs", body.text("payloadAs"));
			ReserveCall call = new ReserveCall(storeRequest(topic, body), wait(body.duration("wait")),
					checked.connection());
			if (call.maxWait().isZero()) {
				return CompletableFuture.completedFuture(answer(this.waits.reserveNow(call), form));
			}
			return this.waits.reserve(call).thenApply((jobs) -> answer(jobs, form));
		}, NOTHING);
	}

	private ReserveRequest storeRequest(String topic, JsonObject body) {
		Reservation reservation = Reservation.read(body);
		Integer limit = body.number("limit");
		ReserveTerms terms = terms(topic, body);
		ReserveRequest request = new ReserveRequest(topic, reservation.token(), (limit != null) ? limit : 1, terms);
		if (body.text("consumer") != null) {
			this.announcements.announce(topic, reservation.consumer(), reservation.poller(), terms);
		}
		return request;
	}

	private ReserveTerms terms(String topic, JsonObject body) {
		ReserveTerms terms = this.options.termsOf(JobRules.checkTopic(topic));
		Duration ttr = body.duration("ttr");
		Integer maxAttempts = body.number("maxAttempts");
		return new ReserveTerms((ttr != null) ? ttr : terms.ttr(),
				(maxAttempts != null) ? maxAttempts : terms.maxAttempts())
			.limitedTo(terms.rateLimit());
	}

	private static Duration wait(@Nullable Duration wait) {
		if (wait == null) {
			return Duration.ZERO;
		}
		if (wait.isNegative() || wait.compareTo(MAX_WAIT) > 0) {
			throw ProblemException.invalid("'$.wait' is " + wait + ". Send 0s to 20s; nothing was changed");
		}
		return wait;
	}

	private static ResponseEntity<byte[]> answer(List<ReservedJob> jobs, PayloadForm form) {
		return RestAnswer
			.ok((answer) -> answer.objects("jobs", jobs, (element, job) -> JobWriter.write(element, job, form)));
	}

	@PostMapping("/topics/{topic}/hand-back")
	CompletionStage<ResponseEntity<byte[]>> handBack(@PathVariable("topic") String topic, RestRequest request) {
		return this.calls.call(request, (checked) -> {
			checked.query();
			JsonObject body = checked.json().allow("reservation", "consumer");
			body.requiredText("reservation");
			int jobs = this.waits.handBack(JobRules.checkTopic(topic), Reservation.read(body).token());
			return RestAnswer.ok((answer) -> answer.text("topic", topic).number("jobs", jobs));
		});
	}

	/**
	 * Identifies one reserve of a client. The token of the leases consists of both
	 * values, so a client that has not received the response can still hand back the
	 * jobs.
	 *
	 * @param consumer the name of the client
	 * @param name the name of the reserve, which the client must not use for another one
	 */
	private record Reservation(String consumer, String name) {

		private static final String ANONYMOUS = "rest";

		private static final Pattern CONSUMER = Pattern.compile("[A-Za-z0-9._-]{1,100}");

		private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{16,100}");

		static Reservation read(JsonObject body) {
			return new Reservation(
					check("consumer", body.text("consumer"), CONSUMER, ANONYMOUS,
							"Send 1 to 100 characters of A-Z a-z 0-9 . _ -"),
					check("reservation", body.text("reservation"), NAME, UUID.randomUUID().toString(),
							"Send a new UUID with each reserve, or 16 to 100 characters of A-Z a-z 0-9 . _ -"));
		}

		private static String check(String field, @Nullable String value, Pattern pattern, String fallback,
				String remedy) {
			if (value == null) {
				return fallback;
			}
			if (!pattern.matcher(value).matches()) {
				throw ProblemException.invalid("'$." + field + "' is invalid. " + remedy + "; nothing was changed");
			}
			return value;
		}

		/**
		 * Return the part of the token that is the same for all reserves of the client.
		 * @return the part before the name of the reserve
		 */
		String poller() {
			return this.consumer + "/rest";
		}

		String token() {
			return poller() + ":" + this.name;
		}

	}

}
