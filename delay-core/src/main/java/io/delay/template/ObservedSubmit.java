// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.observation.DefaultSubmitObservationConvention;
import io.delay.observation.DelayObservation;
import io.delay.observation.GuardedObservation;
import io.delay.observation.SubmitObservationContext;
import io.delay.observation.SubmitObservationConvention;
import io.delay.observation.SubmitOutcome;
import io.delay.store.OutcomeUnknownException;
import io.delay.support.FailureNotice;

/**
 * Observes each submit if an observation handler is registered.
 */
final class ObservedSubmit {

	private final SubmitObservationConvention defaultConvention = new DefaultSubmitObservationConvention();

	private final FailureNotice notice = new FailureNotice("The observation of submits");

	private final SubmitObservations options;

	ObservedSubmit(SubmitObservations options) {
		this.options = options;
	}

	// The headers that continue the trace are empty if the submit is not traced.
	List<SubmitResult> submit(List<Job> jobs, Function<Map<String, String>, List<SubmitResult>> submit) {
		// Check this for each submit, because handlers can be added to a registry at any
		// time
		return this.options.registry().isNoop() ? submit.apply(Map.of()) : observe(jobs, submit);
	}

	private List<SubmitResult> observe(List<Job> jobs, Function<Map<String, String>, List<SubmitResult>> submit) {
		SubmitObservationContext context = contextOf(jobs);
		GuardedObservation observation = new GuardedObservation(this.options.registry(), this.notice,
				() -> DelayObservation.SUBMIT.observation(this.options.convention(), this.defaultConvention,
						() -> context, this.options.registry()));
		try {
			List<SubmitResult> results = submit.apply(context.headers());
			if (results.size() == 1) {
				context.jobId(results.get(0).id());
			}
			context.outcome(SubmitOutcome.SUCCESS);
			return results;
		}
		catch (RuntimeException | Error ex) {
			context.outcome((ex instanceof OutcomeUnknownException) ? SubmitOutcome.UNKNOWN : SubmitOutcome.ERROR);
			observation.error(ex);
			throw ex;
		}
		finally {
			observation.end();
		}
	}

	private static SubmitObservationContext contextOf(List<Job> jobs) {
		Job first = jobs.get(0);
		boolean several = jobs.size() > 1 && jobs.stream().anyMatch((job) -> !job.topic().equals(first.topic()));
		SubmitObservationContext context = new SubmitObservationContext(
				several ? SubmitObservationContext.SEVERAL_TOPICS : first.topic(), jobs.size());
		if (jobs.size() == 1) {
			context.jobId(first.id());
		}
		return context;
	}

}
