// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.Objects;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.converter.DefaultPayloadConverter;
import io.delay.converter.PayloadConverter;

/**
 * Configuration for the payload converter: Jackson if it is present, otherwise strings
 * and bytes only.
 */
@Configuration(proxyBeanMethods = false)
class PayloadConverterConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PayloadConverter delayPayloadConverter(BeanFactory beanFactory) {
		try {
			return DefaultPayloadConverter.of(beanFactory);
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw DelaySetupException.ofCandidates(Objects.requireNonNull(ex.getBeanType()),
					"Mark one as @Primary, or define a PayloadConverter bean that uses one of them.", ex);
		}
	}

}
