// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

import io.delay.submit.DelaySubmitRegistrar;

/**
 * Registers the post-processors for {@link EnableDelay}, each of them only once even if
 * the annotation is used several times.
 */
final class DelayBeanRegistrar implements ImportBeanDefinitionRegistrar {

	private static final String DEFAULTS_BEAN_NAME = "io.delay.annotation.defaultBeans";

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		DelaySubmitRegistrar.register(registry, DelayListenerAnnotationBeanPostProcessor.BEAN_NAME,
				DelayListenerAnnotationBeanPostProcessor.class);
		DelaySubmitRegistrar.register(registry, DEFAULTS_BEAN_NAME, DefaultBeans.class);
		new DelaySubmitRegistrar().registerBeanDefinitions(metadata, registry);
		if (metadata.getAnnotations().get(EnableDelay.class).getBoolean("proxyTargetClass")) {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
		}
	}

}
