// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The POMs name all modules that are published, and all packages and types in them that
 * are internal.
 */
class PublicationTests {

	private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

	private static final String BOM = "delay-bom";

	private static final Pattern MODULE = Pattern.compile("<module>(delay-[^<]+)</module>");

	private static final Pattern MANAGED = Pattern
		.compile("<groupId>io\\.delay</groupId>\\s*<artifactId>(delay-[^<]+)</artifactId>\\s*<version>");

	private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.+?)</dependency>", Pattern.DOTALL);

	private static final Pattern OF_DELAY = Pattern
		.compile("<groupId>io\\.delay</groupId>\\s*<artifactId>([^<]+)</artifactId>");

	private static final Pattern PACKAGES = Pattern.compile("<internal\\.packages>([^<]+)</internal\\.packages>");

	private static final Pattern TYPES = Pattern.compile("<internal\\.types>([^<]+)</internal\\.types>");

	private static final String INTERNAL = "Internal to Delay: may change without notice.";

	private static final Pattern PACKAGE = Pattern.compile("^package ([^;]+);", Pattern.MULTILINE);

	private static final Pattern PUBLIC = Pattern.compile("^public ", Pattern.MULTILINE);

	@Test
	void bomHasAllPublishedModules() {
		assertThat(published()).hasSizeGreaterThan(3);
		assertThat(find(managed(BOM), MANAGED)).containsExactlyInAnyOrderElementsOf(published());
	}

	@Test
	void publishedModulesAreManaged() {
		assertThat(find(managed("."), MANAGED)).containsAll(published());
	}

	@Test
	void publishedModulesDependOnPublishedOnes() {
		List<String> dependencies = published().stream()
			.flatMap((module) -> find(pom(module), DEPENDENCY).stream())
			.filter((dependency) -> !dependency.contains("<scope>test</scope>"))
			.flatMap((dependency) -> find(dependency, OF_DELAY).stream())
			.distinct()
			.toList();
		assertThat(dependencies).hasSizeGreaterThan(2).isSubsetOf(published());
	}

	@Test
	void internalPackagesAreThoseWhoseDocumentationSaysSo() {
		assertThat(internalPackages()).hasSizeGreaterThan(15);
		assertThat(listed(PACKAGES)).containsExactlyElementsOf(internalPackages());
	}

	@Test
	void internalTypesOfOtherPackagesAreThoseWhoseDocumentationSaysSo() {
		List<String> types = publicTypesOutsideOfInternalPackages().filter(PublicationTests::isInternal)
			.map(PublicationTests::typeName)
			.sorted()
			.toList();
		assertThat(types).hasSizeGreaterThan(10);
		assertThat(listed(TYPES)).containsExactlyElementsOf(types);
	}

	@Test
	void javadocHidesTheInternalTypesOfOtherPackages() {
		assertThat(publicTypesOutsideOfInternalPackages().filter((source) -> read(source).contains("\n * @hidden\n"))
			.map(PublicationTests::typeName)).containsExactlyInAnyOrderElementsOf(listed(TYPES));
	}

	private static List<String> internalPackages() {
		return sources().filter((source) -> source.endsWith("package-info.java"))
			.filter(PublicationTests::isInternal)
			.map(PublicationTests::packageName)
			.sorted()
			.toList();
	}

	private static Stream<Path> publicTypesOutsideOfInternalPackages() {
		List<String> internal = internalPackages();
		return sources().filter((source) -> !internal.contains(packageName(source)))
			.filter((source) -> PUBLIC.matcher(read(source)).find());
	}

	private static boolean isInternal(Path source) {
		return read(source).replaceAll("[\\s*]+", " ").contains(INTERNAL);
	}

	private static List<String> listed(Pattern property) {
		return Arrays.stream(find(pom("."), property).get(0).split(",")).map(String::trim).toList();
	}

	private static List<String> published() {
		return find(pom("."), MODULE).stream()
			.filter((module) -> !module.equals(BOM))
			.filter((module) -> pom(module).contains("<publish.skip>false</publish.skip>"))
			.toList();
	}

	private static String managed(String module) {
		String pom = pom(module);
		return pom.substring(pom.indexOf("<dependencyManagement>"), pom.indexOf("</dependencyManagement>"));
	}

	private static String pom(String module) {
		return read(ROOT.resolve(module).resolve("pom.xml"));
	}

	private static List<String> find(String text, Pattern pattern) {
		return pattern.matcher(text).results().map((result) -> result.group(1)).toList();
	}

	private static Stream<Path> sources() {
		return published().stream()
			.map((module) -> ROOT.resolve(module).resolve("src/main/java"))
			.filter(Files::exists)
			.flatMap(PublicationTests::files);
	}

	private static Stream<Path> files(Path folder) {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter((file) -> file.toString().endsWith(".java")).toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String packageName(Path source) {
		return find(read(source), PACKAGE).get(0);
	}

	private static String typeName(Path source) {
		return packageName(source) + "." + source.getFileName().toString().replace(".java", "");
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
