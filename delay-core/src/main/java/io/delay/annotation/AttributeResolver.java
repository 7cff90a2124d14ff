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

package io.delay.annotation;

import java.util.Collection;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

/**
 * Resolves placeholders and expressions in attributes. The elements of a collection or an
 * array are joined with commas.
 *
 * @param beanFactory resolves the values
 */
record AttributeResolver(ConfigurableBeanFactory beanFactory) implements StringValueResolver {

	@Override
	public @Nullable String resolveStringValue(String text) {
		String value = this.beanFactory.resolveEmbeddedValue(text);
		BeanExpressionResolver expressions = this.beanFactory.getBeanExpressionResolver();
		if (value == null || expressions == null) {
			return value;
		}
		Object result = expressions.evaluate(value, new BeanExpressionContext(this.beanFactory, null));
		if (result instanceof Collection<?> collection) {
			return StringUtils.collectionToCommaDelimitedString(collection);
		}
		return ObjectUtils.isArray(result) ? StringUtils.arrayToCommaDelimitedString(ObjectUtils.toObjectArray(result))
				: (result != null) ? result.toString() : null;
	}

}
