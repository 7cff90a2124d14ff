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
import io.delay.store.Operator;
import io.delay.store.OutcomeUnknownException;

/**
 * One action of an operator. It collects what is changed, step by step, and reports that
 * in the end, also if the store fails before.
 */
final class OperatorAction {

	/** How many ids a line of the log has at most. */
	static final int MAX_LOGGED_IDS = 10;

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

	// The only state whose jobs are concerned.
	void of(JobState state) {
		this.state = state;
	}

	// A step that changes jobs if they are found in certain states; returns what was
	// found.
	List<Optional<JobState>> found(List<String> ids, List<Optional<JobState>> found, Set<JobState> changeable) {
		for (int i = 0; i < found.size(); i++) {
			if (found.get(i).filter(changeable::contains).isPresent()) {
				this.ids.add(ids.get(i));
				jobs(1);
			}
		}
		return found;
	}

	// A step that has changed so many jobs; returns their number.
	int jobs(int changed) {
		this.jobs += changed;
		this.changed = this.changed || changed > 0;
		return changed;
	}

	// The only step of an action that concerns a topic; returns whether it has changed
	// that.
	boolean topic(boolean changed) {
		this.changed = changed;
		return changed;
	}

	/**
	 * Take all steps, then report what they changed.
	 * @param <T> the type of the result
	 * @param steps take the steps
	 * @return what they return
	 */
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
			String message = this.changed ? done() + ending(failure, unknown)
					: subject() + "may have " + participle() + " " + object() + ": the store did not answer";
			this.trail.changed(message,
					new DelayAdminEvent(this.topic, this.action, this.operator, this.ids, this.jobs, failure == null));
		}
		else {
			this.trail.unchanged(subject() + ((failure != null) ? "failed to change " : "changed nothing of ")
					+ "topic '" + this.topic + "': " + this.action);
		}
	}

	private static boolean isUnknown(@Nullable RuntimeException failure) {
		return failure instanceof OutcomeUnknownException
				|| (failure instanceof PartlyDoneException && failure.getCause() instanceof OutcomeUnknownException);
	}

	private String subject() {
		return "Operator '" + this.operator + "' ";
	}

	private String done() {
		return subject() + verb() + " " + (isOfTopic() ? "" : this.jobs + " ") + object() + someIds();
	}

	private static String ending(@Nullable RuntimeException failure, boolean unknown) {
		if (failure == null) {
			return "";
		}
		return "; then the store failed" + (unknown ? ", and may have changed more of them" : "");
	}

	private boolean isOfTopic() {
		return this.action == Action.PAUSE || this.action == Action.RESUME || this.action == Action.FORGET;
	}

	private String verb() {
		return switch (this.action) {
			case KICK -> "kicked";
			case BURY -> "buried";
			case CANCEL -> "cancelled";
			case PURGE -> "purged";
			case PAUSE -> "paused";
			case RESUME -> "resumed";
			case FORGET -> "forgot";
		};
	}

	private String participle() {
		return (this.action == Action.FORGET) ? "forgotten" : verb();
	}

	private String object() {
		if (isOfTopic()) {
			return "topic '" + this.topic + "'";
		}
		return ((this.state != null) ? this.state + " " : "") + ((this.jobs == 1) ? "job" : "jobs") + " of topic '"
				+ this.topic + "'";
	}

	private String someIds() {
		if (this.ids.isEmpty()) {
			return "";
		}
		int others = this.ids.size() - MAX_LOGGED_IDS;
		String some = String.join(", ", this.ids.subList(0, Math.min(this.ids.size(), MAX_LOGGED_IDS)));
		return ": " + some + ((others > 0) ? " and " + others + " more" : "");
	}

}
