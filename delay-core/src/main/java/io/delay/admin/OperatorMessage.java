// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.JobState;
import io.delay.store.admin.Operator;

/**
 * Formats the log message about an action of an operator.
 *
 * @param state the state to which the action was restricted, {@code null} if it was not
 * restricted
 */
record OperatorMessage(Operator operator, Action action, String topic, @Nullable JobState state) {

	/** The maximum number of ids in a message. */
	static final int MAX_IDS = 10;

	// At least one change is known to have been made.
	String changed(long jobs, List<String> ids, boolean failed, boolean unknown) {
		return subject() + verb() + " " + (isOfTopic() ? "" : jobs + " ") + object(jobs) + some(ids)
				+ (failed ? "; then the store failed" : "") + (unknown ? " and may have changed more jobs" : "");
	}

	// No change is known to have been made, but the store did not reply.
	String unknown() {
		return subject() + "may have " + participle() + " " + object(0) + ": the store did not answer";
	}

	String unchanged(boolean failed) {
		return subject() + (failed ? "failed to change " : "made no change to ") + "topic '" + this.topic
				+ "' with action " + this.action;
	}

	private String subject() {
		return "Operator '" + this.operator + "' ";
	}

	private boolean isOfTopic() {
		return this.action == Action.PAUSE || this.action == Action.RESUME || this.action == Action.FORGET;
	}

	private String verb() {
		return switch (this.action) {
			case SUBMIT -> "submitted";
			case KICK -> "kicked";
			case BURY -> "buried";
			case CANCEL -> "cancelled";
			case RESCHEDULE -> "rescheduled";
			case EDIT -> "edited";
			case PURGE -> "purged";
			case PAUSE -> "paused";
			case RESUME -> "resumed";
			case FORGET -> "forgot";
		};
	}

	private String participle() {
		return (this.action == Action.FORGET) ? "forgotten" : verb();
	}

	private String object(long jobs) {
		if (isOfTopic()) {
			return "topic '" + this.topic + "'";
		}
		return ((this.state != null) ? this.state + " " : "") + ((jobs == 1) ? "job" : "jobs") + " of topic '"
				+ this.topic + "'";
	}

	private static String some(List<String> ids) {
		if (ids.isEmpty()) {
			return "";
		}
		int others = ids.size() - MAX_IDS;
		return ": " + String.join(", ", ids.subList(0, Math.min(ids.size(), MAX_IDS)))
				+ ((others > 0) ? " and " + others + " more" : "");
	}

}
