// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.net.URI;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Matches requests that can change data and that a browser sends for a page of another
 * site. The browser adds the credentials that the user has entered for this server, so
 * they do not prove that the user intends the request. A CSRF token is not possible,
 * because this server has no sessions.
 */
final class OtherSite implements RequestMatcher {

	private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

	private static final Set<String> OWN = Set.of("same-origin", "none");

	@Override
	public boolean matches(HttpServletRequest request) {
		if (READS.contains(request.getMethod())) {
			return false;
		}
		String site = request.getHeader("Sec-Fetch-Site");
		if (site != null) {
			return !OWN.contains(site);
		}
		// Browsers send Sec-Fetch-Site only to trustworthy addresses, such as those with
		// https
		String origin = request.getHeader(HttpHeaders.ORIGIN);
		return origin != null && !isOwn(origin, request.getHeader(HttpHeaders.HOST));
	}

	private static boolean isOwn(String origin, String host) {
		try {
			return URI.create(origin).getRawAuthority() != null
					&& URI.create(origin).getRawAuthority().equalsIgnoreCase(host);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
