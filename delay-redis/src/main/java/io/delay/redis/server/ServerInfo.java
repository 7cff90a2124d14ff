// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The reply of a server to {@code INFO}. Servers of different versions and vendors leave
 * out different fields. A field that is missing or cannot be parsed is unknown, and
 * nothing is concluded from it.
 */
final class ServerInfo {

	private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9}).*");

	private static final Pattern REPLICA = Pattern.compile("slave\\d+");

	/**
	 * The tolerance for two times that are rounded to seconds and read one after the
	 * other.
	 */
	private static final long ROUNDING_SECONDS = 2;

	private final Map<String, String> fields;

	private ServerInfo(Map<String, String> fields) {
		this.fields = fields;
	}

	static ServerInfo parse(String text) {
		Map<String, String> fields = new HashMap<>();
		text.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			if (colon > 0 && line.charAt(0) != '#') {
				fields.put(line.substring(0, colon).trim(), line.substring(colon + 1).trim());
			}
		});
		return new ServerInfo(fields);
	}

	// A server other than Redis reports the version of Redis that it is compatible with.
	@Nullable String version() {
		return this.fields.get("redis_version");
	}

	boolean isOlderThan(int major, int minor) {
		String version = version();
		Matcher matcher = VERSION.matcher((version != null) ? version : "");
		if (!matcher.matches()) {
			return false;
		}
		int ownMajor = Integer.parseInt(matcher.group(1));
		return ownMajor < major || (ownMajor == major && Integer.parseInt(matcher.group(2)) < minor);
	}

	// A replica does not evict keys by itself and stores what its master stores
	boolean isReplica() {
		return "slave".equals(this.fields.get("role"));
	}

	// Null if keys are never evicted, because of the policy or because memory is not
	// limited.
	@Nullable String evictionPolicy() {
		String policy = this.fields.get("maxmemory_policy");
		boolean unlimited = "0".equals(this.fields.get("maxmemory"));
		return (policy == null || policy.isEmpty() || policy.equals("noeviction") || unlimited) ? null : policy;
	}

	// True if the append-only file is off and no snapshot was written or loaded since the
	// start. False if the server does not report enough to tell. Older servers do not
	// report a loaded snapshot, so it is not considered for them.
	boolean isWithoutPersistence() {
		if (!"0".equals(this.fields.get("aof_enabled"))) {
			return false;
		}
		Long saves = number("rdb_saves");
		Boolean saved = (saves != null) ? Boolean.valueOf(saves > 0) : savedSinceStart();
		return Boolean.FALSE.equals(saved) && !"1".equals(this.fields.get("rdb_bgsave_in_progress"))
				&& !isPositive("rdb_last_load_keys_loaded");
	}

	// A server that has not saved yet reports its start as the time of the last save.
	private @Nullable Boolean savedSinceStart() {
		Long lastSave = number("rdb_last_save_time");
		Long now = number("server_time_usec");
		Long uptime = number("uptime_in_seconds");
		if (lastSave == null || now == null || uptime == null) {
			return null;
		}
		return lastSave > now / 1_000_000 - uptime + ROUNDING_SECONDS;
	}

	@Nullable Duration uptime() {
		Long seconds = number("uptime_in_seconds");
		return (seconds != null && seconds >= 0) ? Duration.ofSeconds(seconds) : null;
	}

	// Counts only replicas that are online. Empty if the server is not a master or the
	// number is unknown.
	OptionalInt replicas() {
		Long connected = number("connected_slaves");
		if (connected == null || !"master".equals(this.fields.get("role"))) {
			return OptionalInt.empty();
		}
		long listed = this.fields.keySet().stream().filter((name) -> REPLICA.matcher(name).matches()).count();
		long online = this.fields.entrySet()
			.stream()
			.filter((field) -> REPLICA.matcher(field.getKey()).matches() && field.getValue().contains("state=online"))
			.count();
		return OptionalInt.of((int) ((listed > 0) ? online : connected));
	}

	private boolean isPositive(String name) {
		Long number = number(name);
		return number != null && number > 0;
	}

	private @Nullable Long number(String name) {
		try {
			return Long.valueOf(this.fields.getOrDefault(name, ""));
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
