// SPDX-License-Identifier: Apache-2.0

package io.delay.store.share;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The headers of a job as text, in the form of a query string, because not every store
 * keeps every character.
 */
public final class HeaderText {

	private HeaderText() {
	}

	public static String of(Map<String, String> headers) {
		return new TreeMap<>(headers).entrySet()
			.stream()
			.map((header) -> encode(header.getKey()) + "=" + encode(header.getValue()))
			.collect(Collectors.joining("&"));
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	// Throws an IllegalArgumentException for a text in a different form
	public static Map<String, String> read(String text) {
		if (text.isEmpty()) {
			return Map.of();
		}
		Map<String, String> headers = new HashMap<>();
		for (String header : text.split("&")) {
			int sign = header.indexOf('=');
			if (sign < 0) {
				throw new IllegalArgumentException("A header has no '='");
			}
			headers.put(decode(header.substring(0, sign)), decode(header.substring(sign + 1)));
		}
		return headers;
	}

	private static String decode(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
