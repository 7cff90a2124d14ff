// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.JobColumns;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.JobRow;
import io.delay.jdbc.table.JobTable.Lock;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.work.Work;
import io.delay.job.JobState;
import io.delay.store.ReserveRequest;
import io.delay.store.StoredJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;

/**
 * Reads pages of jobs. The jobs of a state come from several places, which are merged.
 */
public final class JobPages {

	private static final Comparator<JobPosition> OLDEST_FIRST = Comparator.comparing(JobPages::inPlace);

	private final Work work;

	private final JobPageRequest request;

	private final Comparator<JobPosition> order;

	public JobPages(Work work, JobPageRequest request) {
		this.work = work;
		this.request = request;
		this.order = isNewestFirst() ? OLDEST_FIRST.reversed() : OLDEST_FIRST;
	}

	private boolean isNewestFirst() {
		return this.request.order() == PageOrder.NEWEST_FIRST;
	}

	public JobPage page() {
		List<JobRow> found = rows();
		List<JobRow> page = new ArrayList<>();
		long bytes = 0;
		for (JobRow row : found) {
			bytes += row.size();
			if (page.size() == this.request.limit() || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				break;
			}
			page.add(row);
		}
		JobPosition next = (page.size() < found.size()) ? positionOf(page.get(page.size() - 1)) : null;
		return new JobPage(stored(page), next);
	}

	// Jobs that were deleted meanwhile have no payload any more
	private List<StoredJob> stored(List<JobRow> page) {
		Map<String, byte[]> payloads = this.work.tables()
			.jobs()
			.payloads(this.work.session(), this.request.topic(),
					page.stream().map((row) -> row.job().id()).sorted().toList());
		List<StoredJob> jobs = new ArrayList<>();
		for (JobRow row : page) {
			byte[] payload = payloads.get(row.job().id());
			if (payload != null) {
				jobs.add(row.shown(row.job().with(row.job().record().withPayload(payload)).listed(time())));
			}
		}
		return jobs;
	}

	public FailedJobPage failures() {
		List<JobRow> found = rows();
		List<JobRow> page = found.subList(0, Math.min(this.request.limit(), found.size()));
		return new FailedJobPage(page.stream().map(JobRow::job).map(StagedJob::asFailed).toList(),
				(page.size() < found.size()) ? positionOf(page.get(page.size() - 1)) : null);
	}

	// Reads one job more than the page may contain, to find out whether there is another
	// page.
	private List<JobRow> rows() {
		JobPosition after = this.request.after();
		Stream<JobRow> listed = JobRange.of(this.request.topic(), this.request.state(), time().now())
			.stream()
			.flatMap((range) -> list(paged(range)).stream());
		return Stream.concat(listed, ahead())
			.filter((row) -> after == null || this.order.compare(positionOf(row), after) > 0)
			.sorted(Comparator.comparing(this::positionOf, this.order))
			.limit(this.request.limit() + 1)
			.toList();
	}

	private JobRange paged(JobRange range) {
		JobPosition after = this.request.after();
		JobRange ordered = isNewestFirst() ? range.newestFirst() : range;
		return ordered.after((after != null) ? inPlace(after) : null).first(this.request.limit() + 1);
	}

	private static JobRange.Position inPlace(JobPosition position) {
		return new JobRange.Position(position.time(), position.id());
	}

	private Stream<JobRow> ahead() {
		JobState state = this.request.state();
		if (state != JobState.DELAYED && state != JobState.RESERVED) {
			return Stream.empty();
		}
		return list(JobRange.of(this.request.topic(), Place.AHEAD)).stream()
			.filter((row) -> row.job().state(time()) == state);
	}

	private List<JobRow> list(JobRange range) {
		return this.work.tables().jobs().list(this.work.session(), range, JobColumns.PLAIN, Lock.NONE);
	}

	private JobPosition positionOf(JobRow row) {
		return new JobPosition(row.job().time(time()), row.job().id());
	}

	private StoreTime time() {
		return this.work.time();
	}

	public static @Nullable StoredJob find(Work work, String topic, String id) {
		return work.tables()
			.jobs()
			.find(work.session(), topic, List.of(id), JobColumns.ALL, Lock.NONE)
			.stream()
			.map((row) -> row.shown(row.job().stored(work.time())))
			.findFirst()
			.orElse(null);
	}

}
