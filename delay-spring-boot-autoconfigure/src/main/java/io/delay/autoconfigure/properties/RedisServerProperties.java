// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Configuration properties for a Redis that is used by Delay only.
 *
 * @since 0.1.0
 */
public class RedisServerProperties {

	/**
	 * URL of a Redis that is used by Delay only, as in redis://user:password@host:6379.
	 * Overrides host, port, username and password.
	 */
	private @Nullable String url;

	/**
	 * Host of a Redis that is used by Delay only. Without a URL, host, Sentinel or
	 * Cluster, Delay uses the Redis of the application.
	 */
	private @Nullable String host;

	/** Port of this Redis. */
	private @Nullable Integer port;

	/** User of this Redis. */
	private @Nullable String username;

	/** Password of this Redis. */
	private @Nullable String password;

	/** Index of the database of this Redis. */
	private @Nullable Integer database;

	/** Maximum time to open a connection to this Redis. */
	private @Nullable Duration connectTimeout;

	/** Maximum time to wait for a reply of this Redis. */
	private @Nullable Duration timeout;

	private final Ssl ssl = new Ssl();

	private final Sentinel sentinel = new Sentinel();

	private final Cluster cluster = new Cluster();

	public @Nullable String getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable String url) {
		this.url = url;
	}

	public @Nullable String getHost() {
		return this.host;
	}

	public void setHost(@Nullable String host) {
		this.host = host;
	}

	public @Nullable Integer getPort() {
		return this.port;
	}

	public void setPort(@Nullable Integer port) {
		this.port = port;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public @Nullable Integer getDatabase() {
		return this.database;
	}

	public void setDatabase(@Nullable Integer database) {
		this.database = database;
	}

	public @Nullable Duration getConnectTimeout() {
		return this.connectTimeout;
	}

	public void setConnectTimeout(@Nullable Duration connectTimeout) {
		this.connectTimeout = connectTimeout;
	}

	public @Nullable Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(@Nullable Duration timeout) {
		this.timeout = timeout;
	}

	public Ssl getSsl() {
		return this.ssl;
	}

	public Sentinel getSentinel() {
		return this.sentinel;
	}

	public Cluster getCluster() {
		return this.cluster;
	}

	/**
	 * Encryption of the connections.
	 */
	public static class Ssl {

		/** Whether to encrypt the connections. Enabled by default if a bundle is set. */
		private @Nullable Boolean enabled;

		/** Name of the SSL bundle. */
		private @Nullable String bundle;

		public @Nullable Boolean getEnabled() {
			return this.enabled;
		}

		public void setEnabled(@Nullable Boolean enabled) {
			this.enabled = enabled;
		}

		public @Nullable String getBundle() {
			return this.bundle;
		}

		public void setBundle(@Nullable String bundle) {
			this.bundle = bundle;
		}

	}

	/**
	 * Sentinels.
	 */
	public static class Sentinel {

		/** Name of the master. */
		private @Nullable String master;

		/** Sentinels, each as host:port. */
		private @Nullable List<String> nodes;

		/** User of the Sentinels. */
		private @Nullable String username;

		/** Password of the Sentinels. */
		private @Nullable String password;

		public @Nullable String getMaster() {
			return this.master;
		}

		public void setMaster(@Nullable String master) {
			this.master = master;
		}

		public @Nullable List<String> getNodes() {
			return this.nodes;
		}

		public void setNodes(@Nullable List<String> nodes) {
			this.nodes = nodes;
		}

		public @Nullable String getUsername() {
			return this.username;
		}

		public void setUsername(@Nullable String username) {
			this.username = username;
		}

		public @Nullable String getPassword() {
			return this.password;
		}

		public void setPassword(@Nullable String password) {
			this.password = password;
		}

	}

	/**
	 * Redis Cluster.
	 */
	public static class Cluster {

		/** Nodes to connect to first, each as host:port. */
		private @Nullable List<String> nodes;

		/** Maximum number of redirections to follow. */
		private @Nullable Integer maxRedirects;

		public @Nullable List<String> getNodes() {
			return this.nodes;
		}

		public void setNodes(@Nullable List<String> nodes) {
			this.nodes = nodes;
		}

		public @Nullable Integer getMaxRedirects() {
			return this.maxRedirects;
		}

		public void setMaxRedirects(@Nullable Integer maxRedirects) {
			this.maxRedirects = maxRedirects;
		}

	}

}
