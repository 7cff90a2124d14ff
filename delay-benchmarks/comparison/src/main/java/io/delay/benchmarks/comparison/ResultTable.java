// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All figures as one table in Markdown.
 */
final class ResultTable {

	private final Figures figures;

	private final ComparisonOptions options;

	ResultTable(Figures figures, ComparisonOptions options) {
		this.figures = figures;
		this.options = options;
	}

	List<String> lines() {
		List<String> lines = new ArrayList<>();
		Stream<String> systems = this.options.competitors().stream().map(this::title);
		Stream<String> ratios = isOnDatabase() ? Stream.of("Delay on a database : db-scheduler")
				: Stream.of("Delay : best Redis peer", "Delay : floor");
		List<String> titles = Stream.of(Stream.of("what"), systems, ratios, Stream.of("goal"))
			.flatMap((cells) -> cells)
			.toList();
		lines.add(line(titles.stream()));
		lines.add(line(titles.stream().map((title) -> "---")));
		Rows.ALL.stream()
			.filter((row) -> this.options.measurements().contains(row.measurement()))
			.forEach((row) -> lines.add(line(cells(row))));
		return lines;
	}

	private String title(Competitor competitor) {
		return this.figures.isOmitted(competitor) ? competitor.title() + " (left out)" : competitor.title();
	}

	private Stream<String> cells(Row row) {
		List<String> cells = new ArrayList<>();
		cells.add(row.title());
		this.options.competitors().forEach((competitor) -> cells.add(cell(row, competitor)));
		if (isOnDatabase()) {
			cells.add(ratio(row, Competitor.DELAY_JDBC, row.judged(Competitor.DB_SCHEDULER, this.figures)));
		}
		else {
			cells.add(ratio(row, Competitor.DELAY, row.bestRedisPeer(this.figures)));
			cells.add(ratio(row, Competitor.DELAY, row.judged(Competitor.FLOOR, this.figures)));
		}
		cells.add(row.goals()
			.stream()
			.filter((goal) -> this.options.competitors().contains(goal.subject()))
			.map((goal) -> goal.verdict(row, this.figures))
			.collect(Collectors.joining("; ")));
		return cells.stream();
	}

	private String cell(Row row, Competitor competitor) {
		int failed = this.figures.failures(competitor, row.measurement()).size();
		Sample sample = row.sample(competitor, this.figures);
		if (failed == 0) {
			return sample.toString();
		}
		return sample.isEmpty() ? "failed" : sample + " (" + failed + " failed)";
	}

	private boolean isOnDatabase() {
		return this.options.competitors().contains(Competitor.DELAY_JDBC);
	}

	private String ratio(Row row, Competitor variant, OptionalDouble other) {
		OptionalDouble delay = row.judged(variant, this.figures);
		if (delay.isEmpty() || other.isEmpty() || other.getAsDouble() == 0) {
			return "";
		}
		return Sample.format(delay.getAsDouble() / other.getAsDouble());
	}

	private static String line(Stream<String> cells) {
		return cells.collect(Collectors.joining(" | ", "| ", " |"));
	}

}
