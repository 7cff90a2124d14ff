// SPDX-License-Identifier: Apache-2.0

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
