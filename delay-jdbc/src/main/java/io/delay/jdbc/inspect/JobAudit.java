// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobRow;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.work.Work;
import io.delay.store.FailureReason;
import io.delay.store.admin.AuditPage;
import io.delay.store.life.JobStage;
import io.delay.store.life.StagedJob;

/**
 * Checks the jobs of a topic, one page in each step.
 */
public final class JobAudit {

	private static final int PAGE = 1000;

	private static final Pattern STEP = Pattern.compile("([0-7])(?:;(\\d+);(\\S+))?");

	private JobAudit() {
	}

	public static AuditPage page(Work work, String topic, @Nullable String step) {
		Matcher matcher = STEP.matcher((step != null) ? step : "0");
		Assert.isTrue(matcher.matches(), () -> "'" + step + "' is not a step of an audit");
		int place = Integer.parseInt(matcher.group(1));
		JobRange.Position after = (matcher.group(2) != null)
				? new JobRange.Position(Instant.ofEpochMilli(Long.parseLong(matcher.group(2))), matcher.group(3))
				: null;
		List<JobRow> rows = work.tables()
			.jobs()
			.list(work.session(), JobRange.of(topic, place).after(after).first(PAGE), JobColumns.PAYLOAD, Lock.NONE);
		List<AuditPage.Finding> findings = new ArrayList<>();
		rows.forEach((row) -> check(row, place, findings));
		return new AuditPage(rows.size(), findings, next(place, rows));
	}

	private static @Nullable String next(int place, List<JobRow> rows) {
		if (rows.size() == PAGE) {
			StagedJob last = rows.get(PAGE - 1).job();
			return place + ";" + last.score().toEpochMilli() + ";" + last.id();
		}
		return (place < Place.HANDLING) ? String.valueOf(place + 1) : null;
	}

	private static void check(JobRow row, int place, List<AuditPage.Finding> findings) {
		StagedJob job = row.job();
		FailureReason problem = row.problem();
		if (problem != null) {
			findings.add(new AuditPage.Finding(job.id(), problem.error()));
			return;
		}
		if (Place.of(job) != place) {
			findings.add(new AuditPage.Finding(job.id(), "is in place " + place + " instead of " + Place.of(job)));
		}
		if (job.record().payload().length != row.size()) {
			findings.add(new AuditPage.Finding(job.id(),
					"has a payload of " + job.record().payload().length + " bytes, but the size " + row.size()));
		}
		if (job.failures() == null && (job.setbacks().stalls() > 0 || job.stage() instanceof JobStage.Failed)) {
			findings.add(new AuditPage.Finding(job.id(), "has failed, but has no failure"));
		}
	}

}
