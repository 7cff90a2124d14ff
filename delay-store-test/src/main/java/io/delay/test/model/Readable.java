// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.delay.store.JobRecord;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.JobLife;
import io.delay.store.history.RunPage;

/**
 * What stores answer as texts, payloads included, so that two answers can be compared.
 */
public final class Readable {

	private Readable() {
	}

	static String of(Object answer) {
		if (answer instanceof ReserveResult result) {
			return of(result.jobs()) + " next " + result.nextEvent() + " buried " + result.buried() + " isolated left "
					+ result.isolatedLeft();
		}
		if (answer instanceof ReservedJob job) {
			return job.lease() + " " + job.terms() + " " + job.dueTime() + " since " + job.visibleSince() + " "
					+ record(Contents.shorten(job.record()));
		}
		if (answer instanceof JobPage page) {
			return of(page.jobs()) + " next " + page.next();
		}
		if (answer instanceof RunPage page) {
			return of(page.runs()) + " more " + (page.next() != null);
		}
		if (answer instanceof FinishedRun run) {
			return run(Contents.shorten(run));
		}
		if (answer instanceof JobLife life) {
			StoredJob job = life.job();
			return ((job != null) ? of(job) + " held by " + job.holder() : "no job") + " runs " + of(life.runs());
		}
		if (answer instanceof StoredJob job) {
			JobRecord record = job.record();
			return job.topic() + "/" + job.id() + " " + job.state() + " " + job.time() + " due " + job.dueTime() + " "
					+ ((record != null) ? record(Contents.shorten(record)) : "unreadable") + " " + job.failures();
		}
		if (answer instanceof Optional<?> optional) {
			return optional.map(Readable::of).orElse("none");
		}
		if (answer instanceof Collection<?> collection) {
			return collection.stream().map(Readable::of).collect(Collectors.joining(", ", "[", "]"));
		}
		return String.valueOf(answer);
	}

	static String run(FinishedRun run) {
		JobRecord record = run.record();
		return run.topic() + "/" + run.id() + " " + run.outcome() + " attempts " + run.attempts() + " host "
				+ run.host() + " " + run.times() + " " + ((record != null) ? record(record) : "no record");
	}

	static String record(JobRecord record) {
		return "ttr " + record.ttr() + " max " + record.maxAttempts() + " " + record.priority() + " "
				+ new TreeMap<>(record.headers()) + " '" + new String(record.payload(), StandardCharsets.UTF_8) + "'";
	}

}
