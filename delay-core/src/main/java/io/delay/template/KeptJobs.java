// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.List;
import java.util.Locale;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;

/**
 * Logs a warning for each job that was not stored because a reserved or failed job with
 * the same id exists: that job might never run again. Used if the caller does not receive
 * the results.
 */
final class KeptJobs {

	private static final Log logger = LogFactory.getLog(KeptJobs.class);

	private KeptJobs() {
	}

	static void log(List<Job> jobs, List<SubmitResult> results) {
		for (int i = 0; i < results.size(); i++) {
			SubmitResult result = results.get(i);
			if (result.status() == SubmitStatus.EXISTING
					&& (result.found() == JobState.RESERVED || result.found() == JobState.FAILED)) {
				logger.warn("Job '" + result.id() + "' of topic '" + jobs.get(i).topic()
						+ "' was not stored, because its policy is KEEP and a "
						+ result.found().name().toLowerCase(Locale.ROOT) + " job with this id exists");
			}
		}
	}

}
