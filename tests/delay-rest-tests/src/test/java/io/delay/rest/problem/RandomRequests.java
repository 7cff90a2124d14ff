// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates requests that are often wrong in one or more places.
 */
final class RandomRequests {

	private static final List<String> PATHS = List.of("POST /topics/{t}/jobs", "POST /jobs", "GET /topics/{t}/job",
			"PATCH /topics/{t}/job", "DELETE /topics/{t}/job", "POST /topics/{t}/reserve", "POST /topics/{t}/ack",
			"POST /topics/{t}/release", "POST /topics/{t}/fail", "POST /topics/{t}/bury", "POST /topics/{t}/touch",
			"POST /settle", "POST /topics/{t}/hand-back", "GET /topics", "GET /topics/{t}", "GET /topics/{t}/jobs",
			"DELETE /topics/{t}/jobs", "POST /topics/{t}/kick", "POST /topics/{t}/pause", "POST /topics/{t}/resume",
			"GET /openapi.yaml", "PUT /jobs", "GET /{t}");

	private static final List<String> FIELDS = List.of("id", "payload", "payloadText", "payloadBase64", "delay",
			"dueTime", "ttr", "maxAttempts", "priority", "headers", "onConflict", "topic", "jobs", "limit",
			"reservation", "consumer", "payloadAs", "token", "error", "reason", "settlements", "action", "ids", "x");

	private static final List<String> TEXTS = List.of("", "a", "1", "job-1", "a/b", "%2F%00", "a b", "\\u0000",
			"\\ud800", "\u4e00\u4e8c", "30s", "-30s", "PT1H", "P1Y", "99999999999d", "9223372036854775807ns",
			"2030-01-31T08:00:00Z", "2030-01-31T08:00:00", "+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z",
			"HIGH", "KEEP", "REJECT", "ack", "touch", "auto", "base64", "w1/rest:11111111-2222-3333-4444-555555555555",
			"';DROP", "a;b", "=?UTF-8?");

	private static final List<String> NUMBERS = List.of("0", "1", "-1", "500", "501", "2147483648", "-2147483649",
			"99999999999999999999999999", "1.5", "1e400", "1e3", "-0");

	private static final List<String> PARAMETERS = List.of("id", "state", "after", "limit", "order", "payloadAs", "x");

	private final Random random;

	RandomRequests(long seed) {
		this.random = new Random(seed);
	}

	Request next() {
		String[] parts = oneOf(PATHS).split(" ");
		String path = parts[1].replace("{t}", topic()) + query();
		return new Request(parts[0], path, parts[0].equals("GET") ? new byte[0] : body());
	}

	private String topic() {
		return rarely() ? oneOf(List.of("a%20b", "%E4%B8%80", "a..b", "x".repeat(201), "-"))
				: "t" + this.random.nextInt(3);
	}

	private String query() {
		if (this.random.nextInt(3) > 0) {
			return "";
		}
		return "?" + several(3,
				() -> oneOf(PARAMETERS) + "="
						+ oneOf(List.of("1", "job-1", "READY", "FAILED", "%00", "%FF", "a%2Fb",
								"2030-01-31T08:00:00Z,1", "newest", "-5", "", "%F0%9F%98%80")))
			.collect(Collectors.joining("&"));
	}

	private byte[] body() {
		byte[] body = (rarely() ? value(2) : object(2)).getBytes(StandardCharsets.UTF_8);
		if (rarely() && body.length > 2) {
			body[this.random.nextInt(body.length)] = (byte) this.random.nextInt(256);
		}
		if (rarely()) {
			return Arrays.copyOf(body, this.random.nextInt(body.length + 1));
		}
		return body;
	}

	private String object(int depth) {
		return "{" + several(6, () -> "\"" + oneOf(FIELDS) + "\":" + value(depth)).collect(Collectors.joining(","))
				+ "}";
	}

	private String value(int depth) {
		return switch (this.random.nextInt((depth > 0) ? 8 : 6)) {
			case 0 -> oneOf(NUMBERS);
			case 1 -> oneOf(List.of("true", "false", "null"));
			case 2, 3, 4, 5 -> "\"" + oneOf(TEXTS) + "\"";
			case 6 -> object(depth - 1);
			default -> "[" + several(4, () -> value(depth - 1)).collect(Collectors.joining(",")) + "]";
		};
	}

	private Stream<String> several(int max, Supplier<String> element) {
		return IntStream.range(0, this.random.nextInt(max + 1)).mapToObj((index) -> element.get());
	}

	private boolean rarely() {
		return this.random.nextInt(10) == 0;
	}

	private String oneOf(List<String> values) {
		return values.get(this.random.nextInt(values.size()));
	}

	/**
	 * A request.
	 *
	 * @param method the method
	 * @param path the path with its parameters
	 * @param body the body
	 */
	record Request(String method, String path, byte[] body) {

	}

}
