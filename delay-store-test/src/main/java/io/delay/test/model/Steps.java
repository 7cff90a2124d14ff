// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.job.RateLimit;
import io.delay.store.LookAhead;
import io.delay.store.ReserveMode;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.PageOrder;
import io.delay.test.model.Work.End;

/**
 * Makes random steps.
 */
public final class Steps {

	public static final List<String> TOPICS = List.of("orders", "refunds");

	private static final List<String> IDS = List.of("a", "b", "c", "\u00E9", "\uFB00", "\uD83D\uDE00", "B", "aa", "z");

	// Zero and equal ones often, for that is where the edges are.
	private static final List<Duration> DELAYS = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO,
			Duration.ofNanos(1), Duration.ofMillis(1), Duration.ofNanos(1_000_001), Duration.ofMillis(2),
			Duration.ofMillis(5), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofDays(40_000));

	private static final List<Duration> TTRS = List.of(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5),
			Duration.ofNanos(1_000_001), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(60));

	private static final List<Duration> WINDOWS = List.of(Duration.ofMillis(1), Duration.ofMillis(5),
			Duration.ofMillis(20), Duration.ofSeconds(1));

	// Multiples of the number of partitions, and so slow that permits are not collected
	private static final List<RateLimit> RATES = Stream.of("100/s", "20/s", "4/s", "60/m", "12/m")
		.map(RateLimit::of)
		.toList();

	private static final List<Duration> OFFSETS = List.of(Duration.ofHours(-1), Duration.ofMillis(-1),
			Duration.ofNanos(-1), Duration.ZERO, Duration.ofNanos(1), Duration.ofMillis(1), Duration.ofNanos(2_400_000),
			Duration.ofSeconds(10));

	private final Mix mix;

	private final Random random;

	public Steps(Mix mix, Random random) {
		this.mix = mix;
		this.random = random;
	}

	public Step next() {
		return new Step(any(this.mix.advances()), operation());
	}

	private Operation operation() {
		int kind = this.random
			.nextInt(this.mix.submits() + this.mix.work() + this.mix.administration() + this.mix.looks());
		if (kind < this.mix.submits()) {
			return new Work.Submit(some(4, this::spec));
		}
		if (kind < this.mix.submits() + this.mix.work()) {
			return work();
		}
		return (kind < this.mix.submits() + this.mix.work() + this.mix.administration()) ? administration() : look();
	}

	private Work.Spec spec() {
		return new Work.Spec(topic(), id(), due(), any(ConflictPolicy.values()), any(this.mix.priorities()),
				chance(3) ? any(TTRS) : null, chance(3) ? 1 + number(2) : null, number(1000), size());
	}

	private int size() {
		return chance(150) ? 50_000 + number(250_000) : 12 + number(10);
	}

	private Operation work() {
		return switch (number(12)) {
			case 0, 1, 2, 3, 4 -> reserve(any(ReserveMode.values()));
			case 5, 6, 7, 8 -> new Work.Settle(some(3, this::end), chance(6));
			case 9 -> new Work.Extend(worker(), age(), chance(3) ? Duration.ZERO : any(TTRS), chance(4));
			case 10 -> new Work.HandBack(worker(), age(), topic());
			default -> chance(2) ? new Work.Cancel(topic(), id()) : new Work.Reschedule(topic(), id(), due());
		};
	}

	private Work.Reserve reserve(ReserveMode mode) {
		LookAhead lookAhead = (mode.isStartsReported() && chance(2)) ? new LookAhead(any(WINDOWS), 1 + number(3))
				: LookAhead.NONE;
		return new Work.Reserve(worker(), topic(), chance(3) ? 1 + number(3) : 10, any(TTRS), 1 + number(3),
				chance(2) ? number(3) : 0, chance(3) ? any(RATES) : null, mode, lookAhead, chance(6));
	}

	private End end() {
		return new End(worker(), age(), chance(6), any(End.Kind.values()), chance(3) ? null : any(DELAYS),
				chance(2) ? any(DELAYS) : null, number(10), spec());
	}

	private Operation administration() {
		return switch (number(24)) {
			case 0, 1 -> new Administration.Kick(topic(), distinctIds(), due());
			case 2 -> new Administration.KickOldest(topic(), number(4), due());
			case 3, 4 -> new Administration.Bury(topic(), distinctIds(), number(10));
			case 5 -> purge();
			case 6 -> new Administration.Drop(topic(), retention(), number(4));
			case 7 -> new Administration.Pause(topic(), "opérateur " + number(3));
			case 8 ->
				this.mix.forgets() ? new Administration.Forget(topic(), chance(2)) : new Administration.Resume(topic());
			case 9 -> new Administration.Cancel(topic(), distinctIds());
			case 10, 11 -> new Administration.Reschedule(topic(), distinctIds(), due());
			case 12, 13, 14 -> edit();
			case 15, 16 -> new Administration.Unchanged(topic(), chance(2), chance(3) ? null : due());
			case 17, 18 ->
				new Causes.Change(topic(), number(4), chance(3) ? null : any(DELAYS), chance(3) ? 100 : 1 + number(3));
			case 19, 20 -> new Causes.Continue(topic(), 1 + number(3));
			default -> new Administration.Resume(topic());
		};
	}

	private Administration purge() {
		if (chance(2)) {
			return new Administration.Purge(topic(), any(JobState.values()), chance(2) ? 1 + number(2) : 500);
		}
		return new Administration.PurgeAtOnce(topic(),
				chance(3) ? EnumSet.allOf(JobState.class) : EnumSet.of(any(JobState.values())));
	}

	private Administration.Edit edit() {
		String payload = chance(3) ? null : "edited " + number(10);
		return new Administration.Edit(topic(), id(), chance(2), payload,
				(payload == null || chance(2)) ? due() : null);
	}

	private FailedRetention retention() {
		return new FailedRetention(chance(2) ? any(TTRS) : null, chance(2) ? number(4) : null);
	}

	private Operation look() {
		return switch (number(26)) {
			case 0 -> new Look.Audit(topic());
			case 16, 17 -> new Look.Throughput(topic());
			case 1, 2, 3 -> new Look.Find(topic(), id());
			case 19, 20, 21 -> new Look.Runs(topic(), chance(2) ? id() : null, 1 + number(4), 1 + number(3));
			case 18 -> new Look.Failures(topic(), 1 + number(4));
			case 22, 23 -> new Causes.Groups(topic());
			case 24, 25 -> new Look.Life(topic(), id());
			case 4, 5, 6 -> new Look.Forecast(topic(), due(), any(TTRS), 1 + number(5));
			case 7, 8 -> new Look.Walk(topic(), any(JobState.values()), any(PageOrder.values()), 1 + number(4));
			case 9, 10, 11 -> new Look.Page(topic(), any(JobState.values()), any(PageOrder.values()),
					new Due(true, any(OFFSETS)), id(), 1 + number(4));
			default -> new Look.Status(topic());
		};
	}

	private String topic() {
		return chance(4) ? TOPICS.get(number(this.mix.topics())) : TOPICS.get(0);
	}

	private String id() {
		return IDS.get(number(this.mix.ids()));
	}

	private List<String> distinctIds() {
		return some(chance(3) ? 9 : 3, this::id).stream().distinct().toList();
	}

	private Due due() {
		return chance(3) ? new Due(true, any(OFFSETS)) : new Due(false, any(DELAYS));
	}

	private int worker() {
		return number(Session.WORKERS);
	}

	// Mostly the latest, at times one that is long stale
	private int age() {
		return chance(4) ? number(20) : number(3);
	}

	private <T> List<T> some(int most, Supplier<T> supplier) {
		return IntStream.range(0, 1 + number(most)).mapToObj((i) -> supplier.get()).toList();
	}

	private <T> T any(List<T> values) {
		return values.get(number(values.size()));
	}

	private <T> T any(T[] values) {
		return any(Arrays.asList(values));
	}

	private boolean chance(int oneIn) {
		return number(oneIn) == 0;
	}

	private int number(int bound) {
		return this.random.nextInt(bound);
	}

}
