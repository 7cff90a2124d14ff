// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.StringUtils;

import io.delay.event.DelayAdminEvent;
import io.delay.store.admin.Operator;

/**
 * Determines the operator, and reports each action in the log of {@link DelayAdmin} and
 * as an event.
 */
final class OperatorTrail {

	private static final Log logger = LogFactory.getLog(DelayAdmin.class);

	private final CurrentOperator currentOperator;

	private final Operator application;

	private final Consumer<? super DelayAdminEvent> events;

	OperatorTrail(DelayAdminOptions options) {
		this(options.currentOperator(), Operator.ofApplication(options.application(), options.host()),
				options.events());
	}

	private OperatorTrail(CurrentOperator currentOperator, Operator application,
			Consumer<? super DelayAdminEvent> events) {
		this.currentOperator = currentOperator;
		this.application = application;
		this.events = events;
	}

	OperatorTrail of(String name) {
		return new OperatorTrail(() -> name, this.application, this.events);
	}

	OperatorAction begin(DelayAdminEvent.Action action, String topic) {
		return new OperatorAction(this, action, topic, operator());
	}

	// A failing CurrentOperator must not prevent the action.
	private Operator operator() {
		try {
			String name = this.currentOperator.name();
			return StringUtils.hasText(name) ? new Operator(name) : this.application;
		}
		catch (RuntimeException ex) {
			logger.warn("Could not determine the operator; '" + this.application + "' is recorded instead", ex);
			return this.application;
		}
	}

	void changed(String message, DelayAdminEvent event) {
		if (event.complete()) {
			logger.info(message);
		}
		else {
			logger.warn(message);
		}
		publish(event);
	}

	// The action has succeeded even if its event cannot be published.
	private void publish(DelayAdminEvent event) {
		try {
			this.events.accept(event);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("Could not publish an event of topic '" + event.topic() + "'", ex);
		}
	}

	void unchanged(String message) {
		logger.debug(message);
	}

}
