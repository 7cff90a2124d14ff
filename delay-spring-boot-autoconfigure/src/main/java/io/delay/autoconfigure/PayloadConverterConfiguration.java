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
