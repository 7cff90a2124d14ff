// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.ChildJvm;

/**
 * One run of a system under a workload, in a JVM of its own.
 */
final class Trial {

	/** All systems have the same heap. */
	static final List<String> JVM_OPTIONS = List.of("-Xms1g", "-Xmx1g");

	private final Competitor competitor;

	private final Measurement measurement;

	private final ComparisonOptions options;

	Trial(Competitor competitor, Measurement measurement, ComparisonOptions options) {
		this.competitor = competitor;
		this.measurement = measurement;
		this.options = options;
	}

	Outcome run(Store store) throws InterruptedException {
		List<String> command = new ArrayList<>(JVM_OPTIONS);
		command.add(this.measurement.mainClass(this.competitor));
		command.addAll(store.arguments());
		command.addAll(this.measurement.arguments(this.competitor, this.options));
		List<String> lines = Collections.synchronizedList(new ArrayList<>());
		String failure = run(command, lines);
		Outcome outcome = Outcome.of(List.copyOf(lines), failure);
		if (outcome.failure() != null) {
			lines.forEach(System.err::println);
		}
		return outcome;
	}

	private @Nullable String run(List<String> command, List<String> lines) throws InterruptedException {
		try (ChildJvm jvm = ChildJvm.start(classPath(), command, lines::add)) {
			return jvm.await(this.options.timeout()) ? null
					: "it did not end well within " + this.options.timeout().toSeconds() + " s";
		}
	}

	private String classPath() {
		Path target = benchmarks().resolve(this.competitor.module()).resolve("target");
		try {
			return target.resolve("classes") + File.pathSeparator + Files.readString(target.resolve("classpath"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("'" + this.competitor.module() + "' is not built", ex);
		}
	}

	// The folder of all modules, found from the classes of this module.
	private static Path benchmarks() {
		try {
			Path classes = Path.of(Trial.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			return classes.resolve("../../..").normalize();
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
