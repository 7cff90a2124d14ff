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

package io.delay.store;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.springframework.util.StringUtils;

/**
 * Resolves the name of the host on which this application runs, for use in tokens and
 * failures. Resolve the name once at start-up and pass it on.
 *
 * @since 0.1.0
 */
public final class HostName {

	private HostName() {
	}

	/**
	 * Return the host name. This method never fails: if the name of the local address
	 * cannot be resolved, the environment variable {@code HOSTNAME} is used, and
	 * {@code localhost} if this variable is not set.
	 * @return the name
	 */
	public static String resolve() {
		try {
			String name = InetAddress.getLocalHost().getHostName();
			if (StringUtils.hasText(name)) {
				return name;
			}
		}
		catch (UnknownHostException ex) {
			// The host cannot resolve its own name; use the fallback
		}
		String name = System.getenv("HOSTNAME");
		return StringUtils.hasText(name) ? name : "localhost";
	}

}
