// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Chooses the payload converter of an application that does not define one. In order of
 * preference, the converter uses a Jackson 3 mapper bean, a Jackson 2 mapper bean, or a
 * Jackson 3 or 2 mapper that it creates itself. Without Jackson, it supports strings and
 * bytes only.
 *
 * @since 0.1.0
 */
public final class DefaultPayloadConverter {

	private final BeanFactory beanFactory;

	private final @Nullable ClassLoader classLoader;

	private DefaultPayloadConverter(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.classLoader = (beanFactory instanceof ConfigurableBeanFactory configurable)
				? configurable.getBeanClassLoader() : null;
	}

	/**
	 * Create the converter of an application.
	 * @param beanFactory the beans of the application
	 * @return the converter
	 * @throws org.springframework.beans.factory.NoUniqueBeanDefinitionException if the
	 * application has several mappers, none of which is primary
	 */
	public static PayloadConverter of(BeanFactory beanFactory) {
		return new DefaultPayloadConverter(beanFactory).create();
	}

	private PayloadConverter create() {
		boolean jackson = isPresent("tools.jackson.databind.json.JsonMapper");
		boolean jackson2 = isPresent("com.fasterxml.jackson.databind.ObjectMapper");
		PayloadConverter converter = jackson ? Jackson.ofBean(this.beanFactory) : null;
		if (converter == null && jackson2) {
			converter = Jackson2.ofBean(this.beanFactory);
		}
		if (converter != null) {
			return converter;
		}
		if (jackson) {
			return Jackson.ofItsOwn();
		}
		return jackson2 ? Jackson2.ofItsOwn() : new SimplePayloadConverter();
	}

	private boolean isPresent(String type) {
		return ClassUtils.isPresent(type, this.classLoader);
	}

	/**
	 * References classes of Jackson 3, and is therefore loaded only if they are present.
	 */
	private static final class Jackson {

		static @Nullable PayloadConverter ofBean(BeanFactory beanFactory) {
			JsonMapper mapper = beanFactory.getBeanProvider(JsonMapper.class).getIfAvailable();
			return (mapper != null) ? new JacksonPayloadConverter(mapper) : null;
		}

		static PayloadConverter ofItsOwn() {
			return new JacksonPayloadConverter();
		}

	}

	/**
	 * References classes of Jackson 2, and is therefore loaded only if they are present.
	 */
	private static final class Jackson2 {

		static @Nullable PayloadConverter ofBean(BeanFactory beanFactory) {
			ObjectMapper mapper = beanFactory.getBeanProvider(ObjectMapper.class).getIfAvailable();
			return (mapper != null) ? new Jackson2PayloadConverter(mapper) : null;
		}

		static PayloadConverter ofItsOwn() {
			return new Jackson2PayloadConverter();
		}

	}

}
