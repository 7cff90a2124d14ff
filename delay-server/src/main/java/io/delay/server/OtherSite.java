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
