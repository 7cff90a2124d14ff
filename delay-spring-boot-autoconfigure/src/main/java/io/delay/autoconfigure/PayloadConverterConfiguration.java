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

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

import io.delay.autoconfigure.diagnostics.SeveralCandidatesException;
import io.delay.converter.JacksonPayloadConverter;
import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;

/**
 * Configuration for the payload converter: Jackson if it is present, otherwise strings
 * and bytes only.
 */
@Configuration(proxyBeanMethods = false)
class PayloadConverterConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	static class Jackson {

		@Bean
		@ConditionalOnMissingBean(PayloadConverter.class)
		JacksonPayloadConverter delayPayloadConverter(ObjectProvider<JsonMapper> mappers) {
			try {
				return new JacksonPayloadConverter(
						mappers.getIfAvailable(() -> JsonMapper.builder().findAndAddModules().build()));
			}
			catch (NoUniqueBeanDefinitionException ex) {
				throw new SeveralCandidatesException(JsonMapper.class,
						"Mark one as @Primary, or define a PayloadConverter bean that uses one of them.", ex);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("tools.jackson.databind.json.JsonMapper")
	static class Simple {

		@Bean
		@ConditionalOnMissingBean(PayloadConverter.class)
		SimplePayloadConverter delayPayloadConverter() {
			return new SimplePayloadConverter();
		}

	}

}
