// SPDX-License-Identifier: Apache-2.0

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
