// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Recognizes requests that a page of another site makes a browser send in order to change
 * something. Browsers report the relation of the page to the server in
 * {@code Sec-Fetch-Site}, but only to servers with https or on the same machine. To other
 * servers they report the {@code Origin} of the page. Other clients send neither of them.
 */
public final class CrossSiteWrite {

	/** The header in which a browser reports where a request comes from. */
	static final String HEADER = "Sec-Fetch-Site";

	private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

	private static final Set<String> OWN = Set.of("same-origin", "none");

	private CrossSiteWrite() {
	}

	/**
	 * Whether a request can change something and comes from another site or origin.
	 * @param headers returns the first value of a header, {@code null} if there is none
	 */
	public static boolean isRefused(String method, Function<String, @Nullable String> headers) {
		if (READS.contains(method)) {
			return false;
		}
		String site = headers.apply(HEADER);
		if (site != null) {
			return !OWN.contains(site);
		}
		String origin = headers.apply(HttpHeaders.ORIGIN);
		return origin != null && !isOwn(origin, headers.apply(HttpHeaders.HOST));
	}

	// Host and port must be equal. The port is missing if it is that of the scheme.
	private static boolean isOwn(String origin, @Nullable String host) {
		int end = origin.indexOf("://");
		if (end == -1 || host == null) {
			return false;
		}
		String port = origin.startsWith("https") ? ":443" : ":80";
		return without(port, origin.substring(end + 3)).equalsIgnoreCase(without(port, host));
	}

	private static String without(String port, String authority) {
		return authority.endsWith(port) ? authority.substring(0, authority.length() - port.length()) : authority;
	}

}
