// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers the beans for {@link DelaySubmit} and {@link DelayCancel}, and an auto-proxy
 * creator if there is none. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class DelaySubmitRegistrar implements ImportBeanDefinitionRegistrar {

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
		register(registry, "io.delay.submit.operations", SubmitOperations.class);
		register(registry, "io.delay.submit.advisorRegistrar", SubmitAdvisorRegistrar.class);
		register(registry, "io.delay.submit.methodCheck", SubmitMethodCheck.class);
	}

	/** Register a bean unless there is one of this name. */
	public static void register(BeanDefinitionRegistry registry, String name, Class<?> type) {
		if (!registry.containsBeanDefinition(name)) {
			RootBeanDefinition definition = new RootBeanDefinition(type);
			definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
			definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
			registry.registerBeanDefinition(name, definition);
		}
	}

	/**
	 * Registers the {@link SubmitAdvisor} after the beans of all configuration classes.
	 * By default, this advisor and the transaction advisor have the same order, and
	 * Spring then applies them in the order of their registration. The transaction of a
	 * method is therefore still active when its jobs are submitted.
	 */
	static final class SubmitAdvisorRegistrar implements BeanDefinitionRegistryPostProcessor {

		@Override
		public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
			DelaySubmitRegistrar.register(registry, "io.delay.submit.advisor", SubmitAdvisor.class);
		}

	}

	/**
	 * Applies the {@link SubmitOperations} to the methods that submit or cancel jobs.
	 */
	static final class SubmitAdvisor extends DefaultPointcutAdvisor {

		SubmitAdvisor(SubmitOperations operations) {
			super(new SubmitPointcut(), operations);
		}

		/**
		 * Matches the methods that submit or cancel jobs. It does not read the attributes
		 * of their annotations, because placeholders cannot be resolved when an
		 * application is processed ahead of time.
		 */
		private static final class SubmitPointcut extends StaticMethodMatcherPointcut {

			SubmitPointcut() {
				setClassFilter(SubmitMethods::isCandidate);
			}

			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return SubmitMethods.isAnnotated(AopUtils.getMostSpecificMethod(method, targetClass));
			}

		}

	}

}
