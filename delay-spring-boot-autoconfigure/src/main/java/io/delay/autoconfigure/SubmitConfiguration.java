// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.delay.submit.DelayCancel;
import io.delay.submit.DelaySubmit;
import io.delay.submit.DelaySubmitRegistrar;

/**
 * Configuration for methods with {@link DelaySubmit} or {@link DelayCancel}.
 */
@Configuration(proxyBeanMethods = false)
@Import({ DelaySubmitRegistrar.class, SubmitConfiguration.ClassProxies.class })
class SubmitConfiguration {

	/**
	 * Makes the creator of proxies create class-based proxies, which are the default of
	 * Spring Boot.
	 */
	record ClassProxies(Environment environment) implements ImportBeanDefinitionRegistrar {

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			if ("true".equalsIgnoreCase(this.environment.getProperty("spring.aop.proxy-target-class", "true"))) {
				AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
			}
		}

	}

}
