// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.event.DelayAdminEvent;
import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.JobState;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.admin.Operator;

/**
 * One action of an operator. It collects the changes of all steps and reports them at the
 * end, even if the store fails partway through.
 */
final class OperatorAction {

	private final OperatorTrail trail;

	private final Action action;

	private final String topic;

	private final Operator operator;

	private final List<String> ids = new ArrayList<>();

	private long jobs;

	private boolean changed;

	private @Nullable JobState state;

	OperatorAction(OperatorTrail trail, Action action, String topic, Operator operator) {
		this.trail = trail;
		this.action = action;
		this.topic = topic;
		this.operator = operator;
	}

	Operator operator() {
		return this.operator;
	}

	// Restrict the action to jobs in one state; return this action.
	OperatorAction of(JobState state) {
		this.state = state;
		return this;
	}

	// Record a step that changed only those jobs that were in certain states; return the
	// states that were found.
	List<Optional<JobState>> found(List<String> ids, List<Optional<JobState>> found, Set<JobState> changeable) {
		for (int i = 0; i < found.size(); i++) {
			if (found.get(i).filter(changeable::contains).isPresent()) {
				job(ids.get(i));
			}
		}
		return found;
	}

	void job(String id) {
		this.ids.add(id);
		jobs(1);
	}

	// Record that a step has changed a number of jobs; return that number.
	int jobs(int changed) {
		this.jobs += changed;
		this.changed = this.changed || changed > 0;
		return changed;
	}

	// Record the only step of an action on a topic; return whether it changed the topic.
	boolean topic(boolean changed) {
		this.changed = changed;
		return changed;
	}

	<T> T run(Supplier<T> steps) {
		T result;
		try {
			result = steps.get();
		}
		catch (RuntimeException ex) {
			end(ex);
			throw ex;
		}
		end(null);
		return result;
	}

	private void end(@Nullable RuntimeException failure) {
		boolean unknown = isUnknown(failure);
		if (this.changed || unknown) {
			this.trail.changed(
					this.changed ? message().changed(this.jobs, this.ids, failure != null, unknown)
							: message().unknown(),
					new DelayAdminEvent(this.topic, this.action, this.operator, this.ids, this.jobs, failure == null));
		}
		else {
			this.trail.unchanged(message().unchanged(failure != null));
		}
	}

	private Message message() {
		return new Message(this.operator, this.action, this.topic, this.state);
	}

	private static boolean isUnknown(@Nullable RuntimeException failure) {
		return failure instanceof OutcomeUnknownException
				|| (failure instanceof PartlyDoneException && failure.getCause() instanceof OutcomeUnknownException);
	}

	/**
	 * Formats the log message about an action of an operator.
	 *
	 * @param state the state to which the action was restricted, {@code null} if it was
	 * not restricted
	 */
	private record Message(Operator operator, Action action, String topic, @Nullable JobState state) {

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

}
