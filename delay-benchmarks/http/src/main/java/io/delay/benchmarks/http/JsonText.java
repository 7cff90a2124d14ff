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

/**
 * Finds fields in the JSON of an answer, with less CPU than a parser needs. The payloads
 * of the benchmarks have no such fields.
 */
final class JsonText {

	private JsonText() {
	}

	/**
	 * Find the values of all fields with a name.
	 * @param json the text
	 * @param field the name of the field, whose values are strings
	 * @return the values in the order of the text
	 */
	static List<String> values(String json, String field) {
		List<String> values = new ArrayList<>();
		String start = '"' + field + "\":\"";
		for (int i = json.indexOf(start); i != -1; i = json.indexOf(start, i)) {
			int end = json.indexOf('"', i + start.length());
			values.add(json.substring(i + start.length(), end));
			i = end;
		}
		return values;
	}

	static int count(String json, String text) {
		int count = 0;
		for (int i = json.indexOf(text); i != -1; i = json.indexOf(text, i + text.length())) {
			count++;
		}
		return count;
	}

}
