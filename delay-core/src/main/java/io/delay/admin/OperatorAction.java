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

	/** Run all steps, then report what they changed. */
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

	private OperatorMessage message() {
		return new OperatorMessage(this.operator, this.action, this.topic, this.state);
	}

	private static boolean isUnknown(@Nullable RuntimeException failure) {
		return failure instanceof OutcomeUnknownException
				|| (failure instanceof PartlyDoneException && failure.getCause() instanceof OutcomeUnknownException);
	}

}
