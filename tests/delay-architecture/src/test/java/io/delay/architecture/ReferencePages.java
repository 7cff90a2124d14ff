// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.common.docs.KeyName;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.job.ConflictPolicy;
import io.delay.job.ExpiryTime;
import io.delay.job.JobPriority;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitTime;
import io.delay.metrics.DelayMeter;
import io.delay.observation.DelayObservation;
import io.delay.observation.JobOutcome;
import io.delay.store.ReserveRequest;
import io.delay.store.history.RunOutcome;

/**
 * The pages of the reference, which consist of what the code says about itself.
 */
final class ReferencePages {

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	private static final Pattern KEY = Pattern.compile("KEYS\\[\\d+] ([a-z-]+) \\((HASH|ZSET)\\)");

	private static final Pattern STORED_TEXT = Pattern
		.compile("(?m)^-- (?:.*\\. )?(?:Text|Run)(?: of [a-z]+)?: (.*(?:\\n-- .*)*)");

	private static final Pattern TOPIC_PARAMETER = Pattern.compile("@param (\\w+) ((?:(?!@param|\\*/).)*)",
			Pattern.DOTALL);

	private final Path root;

	ReferencePages(Path root) {
		this.root = root;
	}

	/**
	 * Create the pages.
	 * @return the names of the files and their contents
	 */
	Map<String, String> create() {
		return Map.of("settings.md", settings(), "meters.md", meters(), "values.md", values(), "keys.md", keys());
	}

	private static String page(String title, String introduction, List<String> parts) {
		return "# " + title + "\n\n<!-- Written by the build from the code; changes made by hand are lost. -->\n\n"
				+ introduction + "\n\n" + String.join("\n\n", parts) + "\n";
	}

	private String settings() {
		Map<String, List<JsonNode>> groups = new TreeMap<>();
		metadata().get("properties")
			.forEach((property) -> groups.computeIfAbsent(group(property), (key) -> new ArrayList<>()).add(property));
		List<String> parts = new ArrayList<>();
		groups.forEach((group, properties) -> parts.add("## `" + group + "`\n\n"
				+ table(List.of("property", "default", "meaning"), properties.stream().map(ReferencePages::setting))));
		parts
			.add("## `delay.topics.<topic>`\n\nThe settings of one topic, which take precedence over the annotation. A topic with "
					+ "dots needs brackets and quotes, as in `\"[order.timeout]\"`. `backoff.*`, `failed.*` and `history.*` are "
					+ "those of `delay.listener.backoff`, `delay.failed` and `delay.history`.\n\n"
					+ table(List.of("property", "meaning"), topicSettings()));
		return page("Settings",
				"A key that binds to nothing makes the start fail. Where no default is given, the setting is off, or the meaning says "
						+ "what applies.",
				parts);
	}

	// The metadata has no properties of the values of a map.
	private Stream<List<String>> topicSettings() {
		String source = read(this.root.resolve("delay-spring-boot-autoconfigure/src/main/java/"
				+ DelayProperties.class.getName().replace('.', '/') + ".java"));
		int end = source.indexOf("record Topic(");
		return TOPIC_PARAMETER.matcher(source.substring(source.lastIndexOf("/**", end), end))
			.results()
			.map((parameter) -> List.of("`" + kebab(parameter.group(1)) + "`",
					escaped(parameter.group(2).replaceAll("\\s*\n\\s*\\*", " ").replaceAll(" +", " ").strip())));
	}

	private static String group(JsonNode property) {
		String[] names = property.get("name").asText().split("\\.");
		return (names.length > 2) ? names[0] + "." + names[1] : names[0];
	}

	private static List<String> setting(JsonNode property) {
		String type = property.path("type").asText();
		JsonNode value = property.path("defaultValue");
		String values = (type.contains("$") || type.startsWith("io.delay")) ? constants(type) : "";
		return List.of("`" + property.get("name").asText() + "`",
				value.isMissingNode() ? "" : "`" + value.asText() + "`",
				escaped(property.path("description").asText()) + values);
	}

	// The possible values of an enum.
	private static String constants(String type) {
		try {
			Object[] constants = Class.forName(type, false, ReferencePages.class.getClassLoader()).getEnumConstants();
			return (constants != null) ? " One of " + Arrays.stream(constants)
				.map((constant) -> "`" + ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
				.collect(Collectors.joining(", ")) + "." : "";
		}
		catch (ClassNotFoundException ex) {
			return "";
		}
	}

	private static String kebab(String name) {
		return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
	}

	// Other libraries have metadata as well.
	private static JsonNode metadata() {
		String module = DelayProperties.class.getProtectionDomain().getCodeSource().getLocation().toString();
		try {
			URL url = new URL(module.endsWith("/") ? module + METADATA : "jar:" + module + "!/" + METADATA);
			return new ObjectMapper().readTree(url);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String meters() {
		Stream<List<String>> meters = Arrays.stream(DelayMeter.values())
			.map((meter) -> List.of("`" + meter.getName() + "`", meter.getType().name().toLowerCase(Locale.ROOT),
					tags(meter.getKeyNames()), escaped(meter.getDescription()) + "."));
		Stream<List<String>> observations = Arrays.stream(DelayObservation.values())
			.map((observation) -> List.of("`" + observation.getDefaultConvention().getSimpleName() + "`",
					tags(observation.getLowCardinalityKeyNames()), tags(observation.getHighCardinalityKeyNames())));
		return page("Meters", "No tag contains an id or a payload.",
				List.of("## Meters\n\n" + table(List.of("meter", "type", "tags", "value"), meters),
						"## Observations\n\nEach is a timer and, with a tracer, a span.\n\n" + table(
								List.of("convention", "tags and keys of spans", "keys of spans only"), observations),
						"## Outcomes\n\n" + list(Arrays.stream(JobOutcome.values()).map(JobOutcome::tag))));
	}

	private static String tags(KeyName[] names) {
		return Arrays.stream(names).map((name) -> "`" + name.asString() + "`").collect(Collectors.joining(", "));
	}

	private String values() {
		Stream<List<String>> values = Stream.of(
				List.of("topic, namespace", "1 to 200 of `A-Z a-z 0-9 . _ -`, but not `.` or `..`"),
				List.of("id",
						"1 to " + JobRules.MAX_ID_BYTES
								+ " bytes of UTF-8, without white space and control characters"),
				List.of("delay", "zero or longer; the due time is before the year 10000"),
				List.of("expiry", "longer than zero after the due time, or an instant from 1970 on"),
				List.of("TTR, longest run time", "longer than zero, at most " + JobRules.MAX_TTR.toDays() + " days"),
				List.of("maximum of attempts", "1 to " + number(JobRules.MAX_ATTEMPTS)),
				List.of("jobs of one batch", "1 to " + number(JobRules.MAX_BATCH)),
				List.of("jobs of one reserve", "1 to " + number(ReserveRequest.MAX_LIMIT)),
				List.of("headers of a job",
						"names and values together at most " + number(JobRules.MAX_HEADER_CHARACTERS) + " characters; `"
								+ ExpiryTime.HEADER + "` and `" + SubmitTime.HEADER
								+ "`, which Delay sets, are times in milliseconds"),
				List.of("priority", constants(JobPriority.values())),
				List.of("policy for an id that exists", constants(ConflictPolicy.values())),
				List.of("state of a job", constants(JobState.values())),
				List.of("outcome of a finished run", constants(RunOutcome.values())));
		return page("Valid values",
				"Any other value is refused with a message that names it, before anything is stored.",
				List.of(table(List.of("value", "allowed"), values)));
	}

	private static String number(int number) {
		return String.format(Locale.ROOT, "%,d", number);
	}

	private static String constants(Enum<?>[] constants) {
		return Arrays.stream(constants)
			.map((constant) -> "`" + constant.name() + "`")
			.collect(Collectors.joining(", "));
	}

	private String keys() {
		return page("Keys in Redis and tables",
				"Read them freely, and change jobs only through Delay. A format may change "
						+ "before the first release.",
				List.of("## Keys in Redis\n\nAll keys of a partition have the prefix `{namespace:topic:partition}:`.\n\n"
						+ table(List.of("key", "type"), redisKeys()), "## Texts in Redis\n\n" + list(texts()),
						"## Scripts\n\n" + table(List.of("script", "what it does", "transition"), scripts()),
						"## Tables\n\nOn PostgreSQL; the other databases have the same columns.\n\n```sql\n" + schema()
								+ "\n```"));
	}

	private Stream<List<String>> redisKeys() {
		Map<String, String> types = new TreeMap<>();
		for (Path script : scriptFiles()) {
			KEY.matcher(read(script))
				.results()
				.forEach((key) -> types.put(key.group(1), key.group(2).equals("ZSET") ? "sorted set" : "hash"));
		}
		return types.entrySet().stream().map((key) -> List.of("`" + key.getKey() + "`", key.getValue()));
	}

	private Stream<String> texts() {
		return scriptFiles().stream()
			.flatMap((script) -> STORED_TEXT.matcher(read(script))
				.results()
				.map((text) -> "**`" + nameOf(script) + "`**: " + escaped(withoutMarks(text))));
	}

	private static String withoutMarks(MatchResult text) {
		return text.group(1).replaceAll("\n-- +", " ");
	}

	private Stream<List<String>> scripts() {
		return scriptFiles().stream().filter((script) -> !nameOf(script).startsWith("_")).map((script) -> {
			String text = read(script);
			return List.of("`" + nameOf(script) + "`",
					escaped(comment(text, "^-- (.*(?:\\n-- (?!Transition|KEYS|ARGV|Returns|Invariant).*)*)")),
					escaped(comment(text, "(?m)^-- Transition: (.*(?:\\n--   .*)*)")));
		});
	}

	private static String comment(String text, String pattern) {
		return Pattern.compile(pattern)
			.matcher(text)
			.results()
			.findFirst()
			.map(ReferencePages::withoutMarks)
			.orElse("");
	}

	private String schema() {
		return read(this.root.resolve("delay-jdbc/src/main/resources/io/delay/jdbc/schema/postgresql/V1.sql")).strip();
	}

	private List<Path> scriptFiles() {
		try (Stream<Path> files = Files
			.list(this.root.resolve("delay-redis/src/main/resources/io/delay/redis/script"))) {
			return files.sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String nameOf(Path script) {
		return script.getFileName().toString().replace(".lua", "");
	}

	private static String read(Path file) {
		try {
			return Files.readString(file, StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String list(Stream<String> items) {
		return items.map((item) -> "- " + item).collect(Collectors.joining("\n"));
	}

	private static String table(List<String> head, Stream<List<String>> rows) {
		return Stream.concat(Stream.of(head, head.stream().map((name) -> "---").toList()), rows)
			.map((row) -> "| " + String.join(" | ", row) + " |")
			.collect(Collectors.joining("\n"));
	}

	// Vue reads pointed brackets and braces outside of code.
	private static String escaped(String text) {
		return text.replace("|", "\\|").replace("<", "&lt;").replace("{", "&#123;").replace("}", "&#125;");
	}

}
