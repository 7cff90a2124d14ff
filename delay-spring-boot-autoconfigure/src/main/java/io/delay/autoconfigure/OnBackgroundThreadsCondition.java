// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.Objects;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless the context or a parent has a {@link CallerRunsMarker}. It is used for
 * beans that start threads. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class OnBackgroundThreadsCondition extends SpringBootCondition implements ConfigurationCondition {

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConfigurableListableBeanFactory beanFactory = Objects.requireNonNull(context.getBeanFactory(),
				"The condition must be evaluated when beans are registered");
		boolean marked = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, CallerRunsMarker.class, true,
				false).length > 0;
		return new ConditionOutcome(!marked,
				marked ? "jobs run on the calling thread" : "jobs run on background threads");
	}

}
