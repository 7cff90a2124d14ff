// SPDX-License-Identifier: Apache-2.0

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
