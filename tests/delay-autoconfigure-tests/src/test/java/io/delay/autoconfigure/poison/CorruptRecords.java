// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.poison;

import java.util.List;

import org.springframework.data.redis.core.HashOperations;

/**
 * What can become of the record of a job in Redis: lost, cut off, of another version,
 * with a number that is none or too large, with headers that cannot be read.
 */
final class CorruptRecords {

	private static final List<String> RECORDS = List.of("", "\n", "1;;", "1;;\n", "2;;\n\n{}", "1;x;\n\n{}",
			"1;" + "9".repeat(10) + ";\n\n{}", "1;" + "9".repeat(15) + ";\n\n{}", "1;" + "9".repeat(400) + ";\n\n{}",
			"1;;" + "9".repeat(400) + "\n\n{}", "1;;100000\n\n{}", "1;;\nname\n{}", "1;;\n%zz=\n{}", "\u0000\u00ff");

	private CorruptRecords() {
	}

	/**
	 * Damage a record.
	 * @param redis the hashes of Redis
	 * @param key the key of the records
	 * @param id the id of the job
	 * @param index chooses the damage
	 */
	static void damage(HashOperations<String, String, String> redis, String key, String id, int index) {
		int kind = index % (RECORDS.size() + 1);
		if (kind < RECORDS.size()) {
			redis.put(key, id, RECORDS.get(kind));
		}
		else {
			redis.delete(key, id);
		}
	}

}
