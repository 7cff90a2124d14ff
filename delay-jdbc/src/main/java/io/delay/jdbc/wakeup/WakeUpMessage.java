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

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The wake-ups that one instance sends to the others in one notification. Its text is the
 * origin followed by {@code milliseconds:topic} for each topic.
 *
 * @param origin the instance
 * @param delays the time until the next event of each topic
 */
record WakeUpMessage(String origin, Map<String, Duration> delays) {

	/** PostgreSQL allows less than 8,000 bytes. */
	private static final int MAX_LENGTH = 7_500;

	private static final String SEPARATOR = " ";

	/**
	 * Write the wake-ups as texts that are short enough for a notification.
	 * @return the texts, at least one
	 */
	List<String> texts() {
		List<String> texts = new ArrayList<>();
		StringBuilder text = new StringBuilder(this.origin);
		for (Map.Entry<String, Duration> each : this.delays.entrySet()) {
			String entry = SEPARATOR + each.getValue().toMillis() + ":" + each.getKey();
			if (text.length() + entry.length() > MAX_LENGTH) {
				texts.add(text.toString());
				text = new StringBuilder(this.origin);
			}
			text.append(entry);
		}
		texts.add(text.toString());
		return texts;
	}

	/**
	 * Read a message. Parts that are invalid, because they were sent by another program
	 * or another version, are ignored.
	 * @param text the text
	 * @return the message
	 */
	static WakeUpMessage parse(String text) {
		String[] parts = text.split(SEPARATOR);
		Map<String, Duration> delays = new TreeMap<>();
		for (int i = 1; i < parts.length; i++) {
			int colon = parts[i].indexOf(':');
			if (colon > 0 && parts[i].substring(0, colon).matches("\\d{1,9}")) {
				delays.put(parts[i].substring(colon + 1),
						Duration.ofMillis(Long.parseLong(parts[i].substring(0, colon))));
			}
		}
		return new WakeUpMessage(parts[0], delays);
	}

}
