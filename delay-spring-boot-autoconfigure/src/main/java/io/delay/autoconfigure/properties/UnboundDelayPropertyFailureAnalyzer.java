// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains how to correct keys under {@code delay} that bind to no setting, such as
 * topics with dots.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnboundDelayPropertyFailureAnalyzer
		extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

	private static final ConfigurationPropertyName DELAY = UnknownKeysCheck.DELAY;

	private static final ConfigurationPropertyName TOPICS = DELAY.append("topics");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
		if (!cause.getUnboundProperties().stream().allMatch((property) -> DELAY.isAncestorOf(property.getName()))) {
			return null;
		}
		String keys = cause.getUnboundProperties()
			.stream()
			.map(UnboundDelayPropertyFailureAnalyzer::describe)
			.collect(Collectors.joining("\n"));
		return new FailureAnalysis("These keys under 'delay' bind to no setting and would be ignored:\n\n" + keys,
				"Correct or remove them."
						+ (isTopicAmong(cause) ? " A topic with dots needs brackets, and in YAML also quotes: "
								+ "delay.topics.\"[order.timeout]\".ttr." : "")
						+ foreignKeys(cause),
				cause);
	}

	private static String foreignKeys(UnboundConfigurationPropertiesException cause) {
		String keys = cause.getUnboundProperties()
			.stream()
			.filter((property) -> !UnknownKeysCheck.isAmongSettings(property))
			.map((property) -> property.getName().getElement(1, Form.ORIGINAL))
			.distinct()
			.collect(Collectors.joining(", "));
		return keys.isEmpty() ? ""
				: " Keys of the application need a prefix other than 'delay' or must be added to delay.ignored-keys: "
						+ keys;
	}

	private static boolean isTopicAmong(UnboundConfigurationPropertiesException cause) {
		return cause.getUnboundProperties().stream().anyMatch((property) -> TOPICS.isAncestorOf(property.getName()));
	}

	private static String describe(ConfigurationProperty property) {
		return "    " + property.getName() + ((property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "");
	}

}
