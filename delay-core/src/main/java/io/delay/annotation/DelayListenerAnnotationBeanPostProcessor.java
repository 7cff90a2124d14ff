// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

import io.delay.annotation.ListenerBeans.ListenerBean;
import io.delay.listener.InvalidListenerException;
import io.delay.submit.AttributeReader;

/**
 * Finds methods with {@link DelayListener} and registers them. The listeners of all beans
 * that are created at start-up, including lazy beans with listeners, are registered once
 * these beans exist; listeners of beans that are created later are registered
 * immediately. Listeners are deregistered when their bean is destroyed.
 *
 * @since 0.1.0
 */
public final class DelayListenerAnnotationBeanPostProcessor
		implements DestructionAwareBeanPostProcessor, SmartInitializingSingleton, BeanFactoryAware {

	/**
	 * The name of the bean. The fixed name prevents duplicate definitions.
	 */
	public static final String BEAN_NAME = "io.delay.annotation.listenerAnnotationProcessor";

	private final Set<Class<?>> typesWithout = ConcurrentHashMap.newKeySet();

	private @Nullable BeanFactory beanFactory;

	private @Nullable ListenerBeans listeners;

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.listeners = new ListenerBeans(beanFactory, AttributeReader.resolver(beanFactory));
	}

	/**
	 * Whether a type has listener methods. If so, its beans must not be initialized
	 * lazily.
	 * @return {@code true} if it has listener methods
	 */
	public static boolean hasListenerMethods(Class<?> type) {
		return !ListenerMethods.of(type).isEmpty();
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		if (this.typesWithout.contains(type) || ScopedProxyUtils.isScopedTarget(beanName)) {
			return bean;
		}
		ListenerMethods methods = ListenerMethods.of(type);
		if (methods.isEmpty()) {
			this.typesWithout.add(type);
			return bean;
		}
		if (beanFactory().containsBean(beanName) && !beanFactory().isSingleton(beanName)) {
			throw ListenerBeanInitializer.noSingleton(beanName, type);
		}
		listeners().add(new ListenerBean(beanName, bean, methods));
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (beanFactory() instanceof ConfigurableListableBeanFactory factory) {
			new ListenerBeanInitializer(factory, this).initialize();
		}
		listeners().registerCollected();
	}

	/**
	 * Deregister the listeners of the bean before it is destroyed.
	 */
	@Override
	public void postProcessBeforeDestruction(Object bean, String beanName) {
		listeners().remove(beanName);
	}

	@Override
	public boolean requiresDestruction(Object bean) {
		// A factory bean is destroyed together with the object that it has created
		if (bean instanceof FactoryBean) {
			return true;
		}
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		// This method is called for every singleton, and introspection is slow
		return !this.typesWithout.contains(type) && hasListenerMethods(type);
	}

	private ListenerBeans listeners() {
		return Objects.requireNonNull(this.listeners, "The bean factory is not set");
	}

	private BeanFactory beanFactory() {
		return Objects.requireNonNull(this.beanFactory, "The bean factory is not set");
	}

	/**
	 * Creates beans that have listener methods and are not otherwise created at start-up,
	 * because no other bean requests them: lazy beans, beans from factory beans, and
	 * scoped proxies. Spring does not pass synthetic beans to post-processors, for
	 * instance the scoped proxies of {@code @RefreshScope} beans of Spring Cloud, so they
	 * are passed on here.
	 */
	private static final class ListenerBeanInitializer {

		private static final Log logger = LogFactory.getLog(DelayListenerAnnotationBeanPostProcessor.class);

		private final ConfigurableListableBeanFactory beanFactory;

		private final BeanPostProcessor processor;

		ListenerBeanInitializer(ConfigurableListableBeanFactory beanFactory, BeanPostProcessor processor) {
			this.beanFactory = beanFactory;
			this.processor = processor;
		}

		void initialize() {
			Set<String> singletons = new LinkedHashSet<>();
			for (String name : this.beanFactory.getBeanDefinitionNames()) {
				BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
				Class<?> type = definition.isAbstract() ? null : listenerTypeMadeOnDemand(name, definition);
				if (type != null) {
					singletons.add(singletonName(name, definition, type));
				}
			}
			singletons.forEach(this::initialize);
		}

		private @Nullable Class<?> listenerTypeMadeOnDemand(String name, BeanDefinition definition) {
			try {
				if (!definition.isSingleton() || definition.isLazyInit() || isSynthetic(definition)
						|| this.beanFactory.isFactoryBean(name)) {
					Class<?> type = this.beanFactory.getType(name, false);
					return (type != null && DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(type)) ? type
							: null;
				}
			}
			catch (RuntimeException | LinkageError ex) {
				// The class of an unused bean may be missing
				logger.debug("Could not determine the type of bean '" + name + "'", ex);
			}
			return null;
		}

		private static String singletonName(String name, BeanDefinition definition, Class<?> type) {
			if (definition.isSingleton()) {
				return name;
			}
			if (ScopedProxyUtils.isScopedTarget(name)) {
				return ScopedProxyUtils.getOriginalBeanName(name);
			}
			throw noSingleton(name, type);
		}

		private void initialize(String name) {
			Object bean = this.beanFactory.getBean(name);
			if (isSynthetic(this.beanFactory.getMergedBeanDefinition(name))) {
				this.processor.postProcessAfterInitialization(bean, name);
			}
		}

		private static boolean isSynthetic(BeanDefinition definition) {
			return definition instanceof AbstractBeanDefinition base && base.isSynthetic();
		}

		// A bean that is created for each use would register its listeners each time.
		// With a scoped proxy, the listeners are called through the proxy, which is a
		// singleton.
		static InvalidListenerException noSingleton(String beanName, Class<?> type) {
			return new InvalidListenerException(
					"Bean '" + beanName + "' of type " + type.getName()
							+ " has @DelayListener methods but is not a singleton",
					"Make the bean a singleton, or declare its scope with a scoped proxy");
		}

	}

}
