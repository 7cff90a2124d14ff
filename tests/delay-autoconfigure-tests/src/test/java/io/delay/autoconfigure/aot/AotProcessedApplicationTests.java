// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.aot;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that was processed ahead of time, as the build of a native image does,
 * starts from the generated code and handles its jobs.
 */
@Tag("thorough")
@Tag("versions")
@Timeout(120)
class AotProcessedApplicationTests {

	private static final String CLASS_PATH = System.getProperty("surefire.test.class.path",
			System.getProperty("java.class.path"));

	/** As Spring Framework 6 writes it. */
	private static final String SCRIPTS_AS_REGEX = "io/delay/redis/script/\\\\E.*\\\\Q.lua\\\\E";

	@TempDir
	private Path directory;

	@Test
	void applicationStartsFromGeneratedCodeAndHandlesItsJobs() throws Exception {
		String[] arguments = { "--spring.data.redis.host=" + RedisForTests.shared().host(),
				"--spring.data.redis.port=" + RedisForTests.shared().port(),
				"--delay.namespace=test-" + UUID.randomUUID(), "--single.topic=single", "--spring.main.banner-mode=off",
				"--delay.startup-check=off", "--logging.level.io.delay.autoconfigure=info" };
		process(arguments);
		compile();
		String output = start(arguments);
		assertThat(output).contains("Starting AOT-processed AotApplication")
			.contains("HANDLED Order[id=4711, items=3]")
			.contains("INHERITED Order[id=4712, items=5]")
			.contains("SUBMITTED Order[id=4713, items=7]")
			.contains("TOPIC inherited", "TOPIC single");
		assertThat(metadata()).contains("io.delay.autoconfigure.aot.AotApplication$Order")
			.containsAnyOf("io/delay/redis/script/*.lua", SCRIPTS_AS_REGEX);
	}

	private Path path(String name) {
		return this.directory.resolve(name);
	}

	private void process(String... arguments) {
		Settings settings = Settings.builder()
			.sourceOutput(path("sources"))
			.resourceOutput(path("resources"))
			.classOutput(path("classes"))
			.groupId("io.delay")
			.artifactId("aot-application")
			.build();
		new SpringApplicationAotProcessor(AotApplication.class, settings, arguments).process();
	}

	private void compile() throws IOException {
		Files.createDirectories(path("classes"));
		List<String> command = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", path("classes").toString(), "-cp",
				path("classes") + File.pathSeparator + CLASS_PATH));
		try (Stream<Path> sources = Files.walk(path("sources"))) {
			sources.map(Path::toString).filter((file) -> file.endsWith(".java")).forEach(command::add);
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new))).isZero();
	}

	private String start(String... arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Dspring.aot.enabled=true", "-cp", String.join(File.pathSeparator,
								path("classes").toString(), path("resources").toString(), CLASS_PATH),
						AotApplication.class.getName()));
		command.addAll(List.of(arguments));
		Path output = path("output.txt");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		return Files.readString(output, StandardCharsets.UTF_8);
	}

	// One file, or several with Spring Framework 6.
	private String metadata() throws IOException {
		StringBuilder metadata = new StringBuilder();
		try (Stream<Path> files = Files.list(path("resources/META-INF/native-image/io.delay/aot-application"))) {
			for (Path file : files.toList()) {
				metadata.append(Files.readString(file));
			}
		}
		return metadata.toString().replace("\\/", "/");
	}

}
