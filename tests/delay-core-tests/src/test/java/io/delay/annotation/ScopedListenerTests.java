// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.scope.ScopedProxyFactoryBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.Scope;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.util.ReflectionUtils;

import io.delay.job.JobState;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;
import io.delay.submit.DelaySubmit;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of listeners whose scoped proxy is marked as synthetic, as that of a
 * {@code @RefreshScope} bean of Spring Cloud. Spring passes such a bean to no
 * post-processor.
 */
@Timeout(30)
@Tag("versions")
class ScopedListenerTests {

	private static final BlockingQueue<String> HANDLED = new LinkedBlockingQueue<>();

	ScopedListenerTests() {
		HANDLED.clear();
		RefreshedListener.created = 0;
	}

	private static AnnotationConfigApplicationContext context(Class<?>... configurations) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(Config.class, RefreshScope.class);
		context.register(configurations);
		context.refresh();
		return context;
	}

	private static void submit(AnnotationConfigApplicationContext context, String topic) {
		context.getBean(DelayTemplate.class).submit(topic, "x", Duration.ZERO);
	}

	private static String handled() throws InterruptedException {
		return HANDLED.poll(10, TimeUnit.SECONDS);
	}

	@Test
	void listenerInARefreshScopeIsCalledThroughItsProxyAlsoAfterARefresh() throws Exception {
		try (AnnotationConfigApplicationContext context = context(ClassProxy.class)) {
			assertThat(context.getBean(DelayListenerRegistry.class).topics()).containsExactly("refreshed");
			submit(context, "refreshed");
			assertThat(handled()).isEqualTo("instance 1");
			context.getBean(RefreshScope.class).refreshAll();
			submit(context, "refreshed");
			assertThat(handled()).isEqualTo("instance 2");
		}
	}

	@Test
	void listenerOfAnInterfaceProxyInARefreshScopeIsCalled() throws Exception {
		try (AnnotationConfigApplicationContext context = context(InterfaceProxy.class)) {
			submit(context, "refreshed");
			assertThat(handled()).isEqualTo("instance 1");
		}
	}

	@Test
	void failureHandlerInARefreshScopeIsCalled() throws Exception {
		try (AnnotationConfigApplicationContext context = context(Failing.class)) {
			submit(context, "failing");
			assertThat(handled()).isEqualTo("failure handler");
		}
	}

	@Test
	void methodInARefreshScopeSubmitsOnce() {
		try (AnnotationConfigApplicationContext context = context(Submitting.class)) {
			context.getBean(Submitter.class).submit();
			assertThat(context.getBean(MemoryJobStore.class).status("submitted").counts().get(JobState.READY))
				.isEqualTo(1);
		}
	}

	@Test
	void listenerOfARemovedRefreshScopeBeanIsDeregistered() {
		try (AnnotationConfigApplicationContext context = context(ClassProxy.class)) {
			DelayListenerRegistry registry = context.getBean(DelayListenerRegistry.class);
			assertThat(registry.topics()).containsExactly("refreshed");
			context.removeBeanDefinition("refreshed");
			assertThat(registry.topics()).isEmpty();
		}
	}

	@Test
	void syntheticBeanIsFound() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(Config.class);
			context.registerBean("synthetic", RefreshedListener.class,
					(definition) -> ((AbstractBeanDefinition) definition).setSynthetic(true));
			context.refresh();
			assertThat(context.getBean(DelayListenerRegistry.class).topics()).containsExactly("refreshed");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ClassProxy {

		@Bean
		@org.springframework.context.annotation.Scope(scopeName = "refresh", proxyMode = ScopedProxyMode.TARGET_CLASS)
		RefreshedListener refreshed() {
			return new RefreshedListener();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InterfaceProxy {

		@Bean
		@org.springframework.context.annotation.Scope(scopeName = "refresh", proxyMode = ScopedProxyMode.INTERFACES)
		RefreshedListener refreshed() {
			return new RefreshedListener();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Failing {

		@Bean
		FailingListener listener() {
			return new FailingListener();
		}

		@Bean
		@org.springframework.context.annotation.Scope(scopeName = "refresh", proxyMode = ScopedProxyMode.TARGET_CLASS)
		FailedJobs failedJobs() {
			return new FailedJobs();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Submitting {

		@Bean
		@org.springframework.context.annotation.Scope(scopeName = "refresh", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Submitter submitter() {
			return new Submitter();
		}

	}

	interface Handles {

		void handle(String payload);

	}

	static class RefreshedListener implements Handles {

		private static int created;

		private final String name = "instance " + (++created);

		@Override
		@DelayListener(topic = "refreshed")
		public void handle(String payload) {
			HANDLED.add(this.name);
		}

	}

	static class FailingListener {

		@DelayListener(topic = "failing", maxAttempts = "1")
		void handle(String payload) {
			throw new IllegalStateException("Wanted");
		}

	}

	static class FailedJobs {

		@DelayFailureHandler(topic = "failing")
		void failed(String payload) {
			HANDLED.add("failure handler");
		}

	}

	static class Submitter {

		@DelaySubmit(topic = "submitted")
		String submit() {
			return "x";
		}

	}

	/**
	 * Does the same as the scope of this name in Spring Cloud.
	 */
	static class RefreshScope implements Scope, BeanDefinitionRegistryPostProcessor {

		private final Map<String, Object> beans = new ConcurrentHashMap<>();

		private final Map<String, Runnable> callbacks = new ConcurrentHashMap<>();

		void refreshAll() {
			this.beans.clear();
			this.callbacks.values().forEach(Runnable::run);
			this.callbacks.clear();
		}

		@Override
		public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
			for (String name : registry.getBeanDefinitionNames()) {
				if (registry.getBeanDefinition(name) instanceof RootBeanDefinition definition
						&& definition.getDecoratedDefinition() != null && definition.hasBeanClass()
						&& definition.getBeanClass() == ScopedProxyFactoryBean.class
						&& "refresh".equals(definition.getDecoratedDefinition().getBeanDefinition().getScope())) {
					definition.setBeanClass(LockedScopedProxyFactoryBean.class);
					definition.setSynthetic(true);
				}
			}
		}

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
			beanFactory.registerScope("refresh", this);
		}

		@Override
		public Object get(String name, ObjectFactory<?> objectFactory) {
			return this.beans.computeIfAbsent(name, (key) -> objectFactory.getObject());
		}

		@Override
		public Object remove(String name) {
			return this.beans.remove(name);
		}

		@Override
		public void registerDestructionCallback(String name, Runnable callback) {
			this.callbacks.put(name, callback);
		}

		// Spring Framework 6 has no default for this method and the next one
		@Override
		public Object resolveContextualObject(String key) {
			return null;
		}

		@Override
		public String getConversationId() {
			return null;
		}

	}

	/**
	 * Calls the current target directly, as in Spring Cloud.
	 */
	static class LockedScopedProxyFactoryBean extends ScopedProxyFactoryBean implements MethodInterceptor {

		@Override
		public void setBeanFactory(BeanFactory beanFactory) {
			super.setBeanFactory(beanFactory);
			((Advised) getObject()).addAdvice(0, this);
		}

		@Override
		public Object invoke(MethodInvocation invocation) throws Throwable {
			Method method = invocation.getMethod();
			if (AopUtils.isEqualsMethod(method) || AopUtils.isToStringMethod(method)
					|| AopUtils.isHashCodeMethod(method)) {
				return invocation.proceed();
			}
			ReflectionUtils.makeAccessible(method);
			return ReflectionUtils.invokeMethod(method, ((Advised) getObject()).getTargetSource().getTarget(),
					invocation.getArguments());
		}

	}

}
