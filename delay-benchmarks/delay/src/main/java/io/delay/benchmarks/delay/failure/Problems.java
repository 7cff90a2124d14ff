// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * Counts the warnings and errors that are logged, instead of printing them.
 */
final class Problems extends AppenderBase<ILoggingEvent> {

	private static final int LONGEST_TEXT = 200;

	private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

	static Problems collect() {
		Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
		Problems problems = new Problems();
		problems.setContext(root.getLoggerContext());
		problems.start();
		root.detachAndStopAllAppenders();
		root.setLevel(Level.WARN);
		root.addAppender(problems);
		return problems;
	}

	@Override
	protected void append(ILoggingEvent event) {
		add(event.getLevel() + " " + event.getFormattedMessage());
	}

	// Counts a problem together with those that differ only in numbers.
	void add(String problem) {
		String line = problem.lines().findFirst().orElse("").replaceAll("job-\\d+|\\d+", "#");
		String text = (line.length() > LONGEST_TEXT) ? line.substring(0, LONGEST_TEXT) : line;
		this.counts.computeIfAbsent(text, (key) -> new LongAdder()).increment();
	}

	void print(String what, PrintStream out) {
		this.counts.entrySet()
			.stream()
			.sorted((a, b) -> Long.compare(b.getValue().sum(), a.getValue().sum()))
			.forEach((entry) -> out.printf("%s %d times: %s%n", what, entry.getValue().sum(), entry.getKey()));
	}

}
