// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Columns whose values are passed as one array for each column, so that any number of
 * rows has the same statement.
 */
record ArrayColumns(List<Column> columns) {

	String names() {
		return join(Column::name);
	}

	// With an array for each column as its parameters
	String rows() {
		return "SELECT added.* FROM unnest(" + join((column) -> "CAST(? AS " + column.type() + "[])") + ") AS added";
	}

	// A single row without arrays costs PostgreSQL half as much
	String row() {
		return "SELECT " + join((column) -> "CAST(? AS " + column.type() + ")");
	}

	private String join(Function<Column, String> part) {
		return this.columns.stream().map(part).collect(Collectors.joining(", "));
	}

	List<Object> arrays(List<List<@Nullable Object>> rows) {
		List<Object> arrays = new ArrayList<>();
		for (int i = 0; i < this.columns.size(); i++) {
			Object[] array = (Object[]) Array.newInstance(this.columns.get(i).valueType(), rows.size());
			for (int j = 0; j < array.length; j++) {
				array[j] = rows.get(j).get(i);
			}
			arrays.add(array);
		}
		return arrays;
	}

	record Column(String name, String type, Class<?> valueType) {

	}

}
