// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows of numbers for a statement that inserts them, or adds them to rows that exist. The
 * parameters of the statement are the keys and the numbers of each row.
 */
public record NumberRows(String table, List<String> keys, List<String> numbers, int count) {

	List<String> columns() {
		return Stream.concat(this.keys.stream(), this.numbers.stream()).toList();
	}

	String values() {
		String row = "(" + String.join(", ", Collections.nCopies(columns().size(), "?")) + ")";
		return String.join(", ", Collections.nCopies(this.count, row));
	}

	static String each(List<String> columns, String pattern, String separator) {
		return columns.stream()
			.map((column) -> String.format(Locale.ROOT, pattern, column))
			.collect(Collectors.joining(separator));
	}

}
