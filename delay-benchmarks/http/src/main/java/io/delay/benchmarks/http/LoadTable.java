/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.benchmarks.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All figures as one table in Markdown: medians with minimum and maximum, and the ratio
 * of the first system to the template.
 */
final class LoadTable {

	private final List<LoadSystem> systems;

	private final Map<LoadSystem, Map<String, List<Double>>> figures;

	LoadTable(List<LoadSystem> systems, Map<LoadSystem, Map<String, List<Double>>> figures) {
		this.systems = systems;
		this.figures = figures;
	}

	List<String> lines() {
		List<String> lines = new ArrayList<>();
		List<String> titles = new ArrayList<>(List.of("what"));
		this.systems.forEach((system) -> titles.add(system.title()));
		titles.add(LoadSystem.SERVER.title() + " : " + LoadSystem.TEMPLATE.title());
		lines.add(line(titles));
		lines.add(line(titles.stream().map((title) -> "---").toList()));
		for (LoadPhase phase : LoadPhase.values()) {
			for (LoadFigure figure : LoadFigure.values()) {
				lines.add(line(cells(phase, figure)));
			}
		}
		return lines;
	}

	private List<String> cells(LoadPhase phase, LoadFigure figure) {
		List<String> cells = new ArrayList<>();
		cells.add((figure == LoadFigure.RATE) ? phase.title() + ": " + figure.title() : "– " + figure.title());
		this.systems.forEach((system) -> cells.add(cell(sorted(system, phase, figure))));
		List<Double> server = sorted(LoadSystem.SERVER, phase, figure);
		List<Double> template = sorted(LoadSystem.TEMPLATE, phase, figure);
		cells.add((server.isEmpty() || template.isEmpty()) ? "" : format(median(server) / median(template)));
		return cells;
	}

	private List<Double> sorted(LoadSystem system, LoadPhase phase, LoadFigure figure) {
		return this.figures.getOrDefault(system, Map.of())
			.getOrDefault(figure.key(phase), List.of())
			.stream()
			.sorted()
			.toList();
	}

	private static String cell(List<Double> sorted) {
		if (sorted.isEmpty()) {
			return "–";
		}
		String median = format(median(sorted));
		return (sorted.size() == 1) ? median
				: median + " [" + format(sorted.get(0)) + "–" + format(sorted.get(sorted.size() - 1)) + "]";
	}

	private static double median(List<Double> sorted) {
		return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
	}

	private static String format(double value) {
		return String.format(Locale.ROOT, (value >= 1000) ? "%,.0f" : (value >= 10) ? "%.1f" : "%.2f", value);
	}

	private static String line(List<String> cells) {
		return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
	}

}
