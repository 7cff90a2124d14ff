// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DefaultPayloadConverter}.
 */
class DefaultPayloadConverterTests {

	private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

	@Test
	void mapperOfJacksonThreeComesFirst() {
		register("three", JsonMapper.class);
		register("two", ObjectMapper.class);
		register("two more", ObjectMapper.class);
		assertThat(converter()).isInstanceOf(JacksonPayloadConverter.class);
	}

	@Test
	void mapperOfJacksonTwoComesBeforeJacksonThreeWithoutAMapper() {
		register("two", ObjectMapper.class);
		assertThat(converter()).isInstanceOf(Jackson2PayloadConverter.class);
	}

	@Test
	void mappersOfTheApplicationAreUsed() {
		this.beans.registerSingleton("three", JsonMapper.builder().build());
		assertThat(converter()).extracting("mapper").isSameAs(this.beans.getBean("three"));
		this.beans.destroySingleton("three");
		this.beans.registerSingleton("two", new ObjectMapper());
		assertThat(converter()).extracting("mapper").isSameAs(this.beans.getBean("two"));
	}

	@Test
	void jacksonThreeComesFirstWithoutMappers() {
		assertThat(converter()).isInstanceOf(JacksonPayloadConverter.class);
		assertThat(converterWithout("com.fasterxml.jackson.databind")).isInstanceOf(JacksonPayloadConverter.class);
	}

	@Test
	void jacksonTwoIsUsedWithoutJacksonThree() {
		assertThat(converterWithout("tools.jackson")).isInstanceOf(Jackson2PayloadConverter.class);
		register("two", ObjectMapper.class);
		assertThat(converterWithout("tools.jackson")).isInstanceOf(Jackson2PayloadConverter.class);
	}

	@Test
	void onlyTextAndBytesAreConvertedWithoutJackson() {
		assertThat(converterWithout("tools.jackson", "com.fasterxml.jackson"))
			.isInstanceOf(SimplePayloadConverter.class);
	}

	@Test
	void oneOfSeveralMappersMustBePrimary() {
		register("first", JsonMapper.class);
		register("second", JsonMapper.class);
		register("two", ObjectMapper.class);
		assertThatExceptionOfType(NoUniqueBeanDefinitionException.class).isThrownBy(this::converter)
			.satisfies((ex) -> assertThat(ex.getBeanType()).isEqualTo(JsonMapper.class));
		register("third", JsonMapper.class).setPrimary(true);
		assertThat(converter()).extracting("mapper").isSameAs(this.beans.getBean("third"));
	}

	@Test
	void oneOfSeveralMappersOfJacksonTwoMustBePrimary() {
		register("first", ObjectMapper.class);
		register("second", com.fasterxml.jackson.databind.json.JsonMapper.class);
		assertThatExceptionOfType(NoUniqueBeanDefinitionException.class).isThrownBy(this::converter)
			.satisfies((ex) -> assertThat(ex.getBeanType()).isEqualTo(ObjectMapper.class));
		register("third", ObjectMapper.class).setPrimary(true);
		assertThat(converter()).extracting("mapper").isSameAs(this.beans.getBean("third"));
	}

	private RootBeanDefinition register(String name, Class<?> type) {
		RootBeanDefinition definition = new RootBeanDefinition(type);
		this.beans.registerBeanDefinition(name, definition);
		return definition;
	}

	private PayloadConverter converter() {
		return DefaultPayloadConverter.of(this.beans);
	}

	private PayloadConverter converterWithout(String... packages) {
		this.beans.setBeanClassLoader(new ClassLoader(getClass().getClassLoader()) {

			@Override
			protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
				if (Stream.of(packages).anyMatch(name::startsWith)) {
					throw new ClassNotFoundException(name);
				}
				return super.loadClass(name, resolve);
			}

		});
		return converter();
	}

}
