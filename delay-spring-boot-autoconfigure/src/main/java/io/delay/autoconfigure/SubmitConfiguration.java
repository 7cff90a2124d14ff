// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

import io.delay.submit.DelayCancel;
import io.delay.submit.DelaySubmit;
import io.delay.submit.DelaySubmitRegistrar;

/**
 * Configuration for methods with {@link DelaySubmit} or {@link DelayCancel}.
 */
@Configuration(proxyBeanMethods = false)
@Import(DelaySubmitRegistrar.class)
class SubmitConfiguration {

	/**
	 * Configures class-based proxies, which are the default of Spring Boot.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "spring.aop.proxy-target-class", havingValue = "true", matchIfMissing = true)
	@Import(ClassProxies.class)
	static class ClassProxyConfiguration {

	}

	/**
	 * Registers a creator of proxies if there is none, and makes it create class-based
	 * proxies.
	 */
	static class ClassProxies implements ImportBeanDefinitionRegistrar {

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
		}

	}

}
