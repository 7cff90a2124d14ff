// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

/**
 * The server of a connection, for messages.
 *
 * @param settings where the application sets the address and the credentials: a property,
 * a prefix of properties, or a bean
 */
public record RedisServer(String address, String settings) {

	/** The settings of a connection that the application has created itself. */
	public static final String BEAN = "the RedisConnections bean";

	public RedisServer at(String address) {
		return new RedisServer(address, this.settings);
	}

	String credentials() {
		boolean isPrefix = this.settings.indexOf(' ') < 0 && !this.settings.endsWith(".url");
		return isPrefix ? this.settings + ".username and password" : "user and password in " + this.settings;
	}

	public String toMaster() {
		return "Point " + this.settings + " to its master, by host and port, Sentinel or Cluster";
	}

	public String lacks(String commands, String consequence) {
		return "Redis at " + this.address + " does not know " + commands + ": " + consequence
				+ ". Remove the rename-command from its configuration. If a proxy does not support this, connect to "
				+ "Redis directly or use another one; docs/stores/redis.md lists what it must support";
	}

	@Override
	public String toString() {
		return this.address;
	}

}
