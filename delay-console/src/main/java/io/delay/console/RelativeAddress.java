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

package io.delay.console;

/**
 * The address of one path relative to another.
 */
final class RelativeAddress {

	private RelativeAddress() {
	}

	/**
	 * Return a relative address.
	 * @param from the path of the page that has the link, which begins with a slash
	 * @param to the path to link to, which begins with a slash
	 */
	static String of(String from, String to) {
		int common = 0;
		int slash = to.indexOf('/');
		while (slash != -1 && from.startsWith(to.substring(0, slash + 1))) {
			common = slash + 1;
			slash = to.indexOf('/', common);
		}
		long up = from.substring(common).chars().filter((character) -> character == '/').count();
		return ((up == 0) ? "./" : "../".repeat((int) up)) + to.substring(common);
	}

}
