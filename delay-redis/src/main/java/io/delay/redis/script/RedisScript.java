// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.Locale;

import io.delay.redis.partition.PartitionKeys;

/**
 * The scripts that run inside Redis, each in a separate Lua file. While Redis Cluster
 * migrates a slot, it refuses a script with {@code TRYAGAIN} before the script begins if
 * one of its keys is missing. If all of them exist, the script begins, but fails in its
 * middle if it accesses a key again whose last entry it has removed. Therefore one of the
 * keys of each script that may do so never exists.
 */
public enum RedisScript {

	SUBMIT, SUBMIT_NEW, RESERVE, ACK, ACK_HISTORY, RELEASE, RESUBMIT, FAIL, BURY, EXPIRE, TOUCH, CHECK, HAND_BACK,
	HAND_BACK_JOBS, CANCEL, RESCHEDULE, EDIT, KICK, KICK_UNCHANGED, CANCEL_UNCHANGED, KICK_OLDEST, BURY_WAITING, PURGE,
	PURGE_AT_ONCE, DROP_FAILED, PAUSE, RESUME, FIND, STATUS, OLDEST_FAILED, INSERT, REMOVE_UNCHANGED, PAGE, FAILURES,
	RUNS, FORECAST, THROUGHPUT, AUDIT, TOPIC, LAYOUT, OPEN, ANNOUNCE, CONSUMERS, MOVE_RECORD, MOVE_FENCE, MOVE_END,
	FORGET_CLOSE, FORGET_END, REFUSALS;

	String fileName() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	// Returns only the keys that the script uses, because each key costs time, and one
	// that never exists. ACK does without it, because it accesses no key again after it
	// has removed entries from it.
	byte[][] keys(PartitionKeys partition) {
		return switch (this) {
			case SUBMIT_NEW -> partition.keysOfNewJobs();
			case ACK -> partition.keysOfDoneJobs();
			case TOUCH -> partition.keysOfExtendedLeases();
			case CHECK -> partition.keysOfLeases();
			case ACK_HISTORY, RESUBMIT, EXPIRE, CANCEL, CANCEL_UNCHANGED -> partition.keysAndNoneWithHistory();
			case STATUS, RUNS, MOVE_END, FORGET_CLOSE, FORGET_END -> partition.keysWithHistory();
			case SUBMIT, RESERVE, RELEASE, FAIL, BURY, HAND_BACK, HAND_BACK_JOBS, RESCHEDULE, EDIT, KICK,
					KICK_UNCHANGED, KICK_OLDEST, BURY_WAITING, PURGE, PURGE_AT_ONCE, DROP_FAILED, INSERT,
					REMOVE_UNCHANGED ->
				partition.keysAndNone();
			default -> partition.keys();
		};
	}

	public String verb() {
		return switch (this) {
			case SUBMIT_NEW -> "submit";
			case ACK_HISTORY -> "ack";
			case BURY_WAITING -> "bury";
			case KICK_OLDEST, KICK_UNCHANGED -> "kick";
			case CANCEL_UNCHANGED -> "cancel";
			case REMOVE_UNCHANGED -> "remove";
			case PURGE_AT_ONCE -> "purge";
			case HAND_BACK_JOBS -> "hand-back";
			default -> fileName();
		};
	}

}
