// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Payload;

import io.delay.job.RateLimit;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayHeaders;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(30)
@Tag("versions")
class DelayListenerTests {

	private static final BlockingQueue<Object> HANDLED = new LinkedBlockingQueue<>();

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	DelayListenerTests() {
		HANDLED.clear();
		this.context.register(Config.class);
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("my.topic", "placed", "my.ttr", "90s", "my.concurrency", "3", "my.bad", "soon")));
	}

	private DelayListenerRegistry refresh(Class<?>... beans) {
		for (Class<?> bean : beans) {
			this.context.registerBean(bean.getSimpleName(), bean);
		}
		this.context.refresh();
		return this.context.getBean(DelayListenerRegistry.class);
	}

	private ListenerSettings settings(String id, Class<?> bean) {
		try (this.context) {
			return refresh(bean).container(id).endpoint().settings();
		}
	}

	private Object handled() throws InterruptedException {
		return HANDLED.poll(10, TimeUnit.SECONDS);
	}

	private void submit(String topic, Object payload) {
		this.context.getBean(DelayTemplate.class).submit(topic, payload, Duration.ZERO);
	}

	@Test
	void annotatedMethodHandlesTheJobsOfItsTopic() throws Exception {
		try (this.context) {
			refresh(PlainListener.class);
			submit("plain", Map.of("id", "x"));
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void topicIsTheIdIfNoneIsSet() {
		try (this.context) {
			assertThat(refresh(PlainListener.class).container("plain").topic()).isEqualTo("plain");
		}
	}

	@Test
	void annotationWithoutAttributesChangesNoSettings() {
		assertThat(settings("plain", PlainListener.class)).isEqualTo(ListenerSettings.none());
	}

	@Test
	void placeholdersAndExpressionsAreResolved() {
		ListenerSettings settings = settings("placed-id", ResolvedListener.class);
		assertThat(settings.concurrency()).isEqualTo(3);
		assertThat(settings.ttr()).isEqualTo(Duration.ofSeconds(90));
		assertThat(settings.maxAttempts()).isEqualTo(7);
		assertThat(settings.rateLimit()).isEqualTo(RateLimit.of("10/m"));
		assertThat(settings.backoff())
			.isEqualTo(BackoffPolicy.exponential(Duration.ofMillis(500), 1.5, Duration.ofMinutes(1))
				.withJitter(Duration.ofMillis(100)));
		assertThat(settings.retryFor()).isEqualTo(List.of(RuntimeException.class));
		assertThat(settings.noRetryFor()).isEqualTo(List.of(IllegalStateException.class));
		assertThat(settings.autoStartup()).isFalse();
	}

	@Test
	void metaAnnotationPassesItsAttributesOn() {
		try (this.context) {
			DelayListenerContainer container = refresh(MetaListener.class).container("meta");
			assertThat(container.endpoint().settings().ttr()).isEqualTo(Duration.ofSeconds(5));
			assertThat(container.endpoint().settings().concurrency()).isEqualTo(1);
		}
	}

	@Test
	void eachRepeatedAnnotationIsAListener() throws Exception {
		try (this.context) {
			assertThat(refresh(RepeatedListener.class).topics()).containsExactly("first", "second");
			submit("first", Map.of("id", "x"));
			assertThat(handled()).isEqualTo(new Order("x"));
			submit("second", Map.of("id", "y"));
			assertThat(handled()).isEqualTo(new Order("y"));
		}
	}

	@Test
	void eachMetaAnnotationIsAListener() {
		try (this.context) {
			DelayListenerRegistry registry = refresh(TwiceMetaListener.class);
			assertThat(registry.topics()).containsExactly("direct", "meta", "other");
			assertThat(registry.container("meta").endpoint().settings().ttr()).isEqualTo(Duration.ofSeconds(5));
			assertThat(registry.container("other").endpoint().settings().concurrency()).isEqualTo(2);
		}
	}

	@Test
	void annotationOfAnOverridingMethodReplacesThatOfTheOverriddenOne() {
		try (this.context) {
			assertThat(refresh(OverridingListener.class).topics()).containsExactly("mine");
		}
	}

	@Test
	void repeatedAnnotationsWithOneTopicAreRefused() {
		try (this.context) {
			assertThatIllegalStateException().isThrownBy(() -> refresh(RepeatedTopicListener.class))
				.withMessageContaining("Topic 'same' has two listeners");
		}
	}

	@Test
	void listenerOfARemovedBeanDefinitionIsDeregisteredAndCanBeRegisteredAgain() throws Exception {
		try (this.context) {
			DelayListenerRegistry registry = refresh(PlainListener.class);
			for (int i = 0; i < 2; i++) {
				DelayListenerContainer container = registry.container("plain");
				this.context.removeBeanDefinition("PlainListener");
				assertThat(container.isRunning()).isFalse();
				assertThat(registry.topics()).isEmpty();
				this.context.registerBean("PlainListener", PlainListener.class);
				this.context.getBean("PlainListener");
				assertThat(registry.container("plain").isRunning()).isTrue();
			}
			submit("plain", Map.of("id", "x"));
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void listenerOfARemovedFactoryBeanIsDeregistered() {
		try (this.context) {
			DelayListenerRegistry registry = refresh(PlainListenerFactoryBean.class);
			this.context.removeBeanDefinition("PlainListenerFactoryBean");
			assertThat(registry.topics()).isEmpty();
		}
	}

	@Test
	void listenerOfARemovedScopedProxyIsDeregistered() {
		try (this.context) {
			DelayListenerRegistry registry = refresh(ScopedConfig.class);
			this.context.removeBeanDefinition("scoped");
			assertThat(registry.topics()).isEmpty();
		}
	}

	@Test
	void listenerOfAProxiedBeanIsDeregistered() {
		this.context.addBeanFactoryPostProcessor(
				(factory) -> factory.addBeanPostProcessor(new ProxyingPostProcessor(InterfaceListener.class, false)));
		try (this.context) {
			DelayListenerRegistry registry = refresh(InterfaceListener.class);
			this.context.removeBeanDefinition("InterfaceListener");
			assertThat(registry.topics()).isEmpty();
		}
	}

	@Test
	void beanThatIsRefusedLaterLeavesNoListener() {
		try (this.context) {
			DelayListenerRegistry registry = refresh(PlainListener.class);
			this.context.registerBean("half", HalfValidListener.class);
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> this.context.getBean("half"))
				.withMessageContaining("Topic 'plain' has two listeners");
			assertThat(registry.topics()).containsExactly("plain");
		}
	}

	@Test
	void classProxyIsCalled() throws Exception {
		this.context.addBeanFactoryPostProcessor(
				(factory) -> factory.addBeanPostProcessor(new ProxyingPostProcessor(PlainListener.class, true)));
		try (this.context) {
			refresh(PlainListener.class);
			submit("plain", Map.of("id", "x"));
			assertThat(handled()).isEqualTo("intercepted");
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void interfaceProxyIsCalledWithTheParametersOfTheClass() throws Exception {
		this.context.addBeanFactoryPostProcessor(
				(factory) -> factory.addBeanPostProcessor(new ProxyingPostProcessor(InterfaceListener.class, false)));
		try (this.context) {
			refresh(InterfaceListener.class);
			submit("interface", Map.of("id", "x"));
			assertThat(handled()).isEqualTo("intercepted");
			assertThat(handled()).isEqualTo("interface");
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void inheritedGenericMethodIsCalledOnce() throws Exception {
		try (this.context) {
			assertThat(refresh(GenericListener.class).containers()).hasSize(1);
			submit("generic", Map.of("id", "x"));
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void lazyBeanIsCreatedAtStartUp() throws Exception {
		this.context.registerBean("lazy", PlainListener.class, (definition) -> definition.setLazyInit(true));
		try (this.context) {
			assertThat(refresh().container("plain").isRunning()).isTrue();
			submit("plain", Map.of("id", "x"));
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void lazyBeanMethodIsCalledAtStartUp() {
		try (this.context) {
			assertThat(refresh(LazyConfig.class).topics()).containsExactly("plain");
			assertThat(this.context.getBeanFactory().containsSingleton("bystander")).isFalse();
		}
	}

	@Test
	void lazyBeanBehindAnInterfaceIsRegisteredWhenItIsCreated() {
		try (this.context) {
			DelayListenerRegistry registry = refresh(HiddenConfig.class);
			assertThat(registry.containers()).isEmpty();
			this.context.getBean("hidden");
			assertThat(registry.container("interface").isRunning()).isTrue();
		}
	}

	@Test
	void beanOfAFactoryBeanIsCreatedAtStartUp() {
		try (this.context) {
			assertThat(refresh(PlainListenerFactoryBean.class).topics()).containsExactly("plain");
		}
	}

	@Test
	void prototypeIsRefused() {
		this.context.registerBean("proto", PlainListener.class,
				(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE));
		try (this.context) {
			assertThatIllegalStateException().isThrownBy(this::refresh)
				.withMessageContaining("'proto'")
				.withMessageContaining("not a singleton");
		}
	}

	@Test
	void scopedBeanIsCalledThroughItsProxy() throws Exception {
		try (this.context) {
			DelayListenerRegistry registry = refresh(ScopedConfig.class);
			assertThat(registry.containers()).hasSize(1);
			submit("plain", Map.of("id", "x"));
			assertThat(handled()).isEqualTo(new Order("x"));
		}
	}

	@Test
	void listenerTypesAreRecognized() {
		assertThat(DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(MetaListener.class)).isTrue();
		assertThat(DelayListenerAnnotationBeanPostProcessor.hasListenerMethods(Order.class)).isFalse();
	}

	@Test
	void invalidValuesAreReportedWithBeanMethodAttributeAndValue() {
		assertRefused(NoTopic.class, "@DelayListener method NoTopic#handle of bean 'NoTopic' has no topic. "
				+ "Set one: @DelayListener(\"...\")");
		assertRefused(BadTtr.class, "@DelayListener method BadTtr#handle of bean 'BadTtr' has ttr 'soon', "
				+ "resolved from '${my.bad}', which must be a duration with a unit, such as 500ms, 30s or PT30S");
		assertRefused(TtrWithoutUnit.class,
				"has ttr '30', which must be a duration with a unit, such as 500ms, 30s or PT30S");
		assertRefused(BackoffWithoutUnit.class, "has backoff delay '5', which must be a duration with a unit");
		assertRefused(NegativeTtr.class, "is not valid: TTR PT-1S must be longer than zero");
		assertRefused(BadConcurrency.class, "concurrency 'many'", "a whole number");
		assertRefused(ZeroConcurrency.class, "is not valid: Concurrency 0 must be at least 1");
		assertRefused(BadTopic.class, "is not valid: Topic 'no topic' must be 1 to 200 characters");
		assertRefused(BadAutoStartup.class, "autoStartup 'yes'", "true or false");
		assertRefused(BadBackoffType.class, "backoff type 'linear'", "one of ttr, fixed, exponential");
		assertRefused(BackoffWithoutType.class, "is not valid: Backoff delay PT5S has no effect without a type");
		assertRefused(MissingProperty.class, "ttr '${my.missing}'", "my.missing");
	}

	private static void assertRefused(Class<?> bean, String... parts) {
		String name = bean.getSimpleName();
		DelayListenerTests tests = new DelayListenerTests();
		try (AnnotationConfigApplicationContext context = tests.context) {
			assertThatIllegalStateException().isThrownBy(() -> tests.refresh(bean))
				.withMessageContaining("@DelayListener method " + name + "#handle of bean '" + name + "'")
				.satisfies((ex) -> assertThat(ex.getMessage()).contains(parts));
		}
	}

	record Order(String id) {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	static class PlainListener {

		@DelayListener(topic = "plain")
		void handle(Order order) {
			HANDLED.add(order);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyConfig {

		@Bean
		@Lazy
		PlainListener lazy() {
			return new PlainListener();
		}

		@Bean
		@Lazy
		Object bystander() {
			return new Object();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HiddenConfig {

		@Bean
		@Lazy
		Handles hidden() {
			return new InterfaceListener();
		}

	}

	static class PlainListenerFactoryBean implements FactoryBean<PlainListener> {

		@Override
		public PlainListener getObject() {
			return new PlainListener();
		}

		@Override
		public Class<?> getObjectType() {
			return PlainListener.class;
		}

	}

	static class ResolvedListener {

		@DelayListener(topic = "${my.topic}", id = "#{'${my.topic}' + '-id'}", concurrency = "${my.concurrency}",
				ttr = "${my.ttr}", maxAttempts = "#{3 + 4}", rateLimit = "${my.rate:10}/m",
				backoff = @Backoff(type = "Exponential", delay = "${my.delay:500ms}", multiplier = "#{1.5}",
						maxDelay = "PT1M", jitter = "${my.jitter:100ms}"),
				retryFor = RuntimeException.class, noRetryFor = IllegalStateException.class, autoStartup = "#{false}")
		void handle(Order order) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener(concurrency = "1")
	@interface MyListener {

		@AliasFor(annotation = DelayListener.class, attribute = "topic")
		String value();

		@AliasFor(annotation = DelayListener.class)
		String ttr() default "5s";

	}

	static class MetaListener {

		@MyListener("meta")
		void handle(Order order) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener(topic = "other", concurrency = "2")
	@interface OtherListener {

	}

	static class RepeatedListener {

		@DelayListener(topic = "first")
		@DelayListener(topic = "second")
		void handle(Order order) {
			HANDLED.add(order);
		}

	}

	static class RepeatedTopicListener {

		@DelayListener(topic = "same")
		@DelayListener(topic = "same", id = "again")
		void handle(Order order) {
		}

	}

	static class TwiceMetaListener {

		@MyListener("meta")
		@OtherListener
		@DelayListener(topic = "direct")
		void handle(Order order) {
		}

	}

	static class OverridingListener extends PlainListener {

		@Override
		@DelayListener(topic = "mine")
		void handle(Order order) {
		}

	}

	static class HalfValidListener {

		@DelayListener(topic = "fresh")
		@DelayListener(topic = "plain", id = "half")
		void handle(Order order) {
		}

	}

	interface Handles {

		void handle(Order order, String id);

	}

	static class InterfaceListener implements Handles {

		@Override
		@DelayListener(topic = "interface")
		public void handle(@Payload Order order, @Header(DelayHeaders.TOPIC) String topic) {
			HANDLED.add(topic);
			HANDLED.add(order);
		}

	}

	abstract static class GenericBase<T> {

		@DelayListener(topic = "generic")
		void handle(T payload) {
			HANDLED.add(payload);
		}

	}

	static class GenericListener extends GenericBase<Order> {

		@Override
		void handle(Order payload) {
			super.handle(payload);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedConfig {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		PlainListener scoped() {
			return new PlainListener();
		}

	}

	static class NoTopic {

		@DelayListener
		void handle() {
		}

	}

	static class BadTtr {

		@DelayListener(topic = "x", ttr = "${my.bad}")
		void handle() {
		}

	}

	static class TtrWithoutUnit {

		@DelayListener(topic = "x", ttr = "30")
		void handle() {
		}

	}

	static class BackoffWithoutUnit {

		@DelayListener(topic = "x", backoff = @Backoff(type = "fixed", delay = "5"))
		void handle() {
		}

	}

	static class NegativeTtr {

		@DelayListener(topic = "x", ttr = "-1s")
		void handle() {
		}

	}

	static class BadConcurrency {

		@DelayListener(topic = "x", concurrency = "many")
		void handle() {
		}

	}

	static class ZeroConcurrency {

		@DelayListener(topic = "x", concurrency = "0")
		void handle() {
		}

	}

	static class BadTopic {

		@DelayListener(topic = "no topic")
		void handle() {
		}

	}

	static class BadAutoStartup {

		@DelayListener(topic = "x", autoStartup = "yes")
		void handle() {
		}

	}

	static class BadBackoffType {

		@DelayListener(topic = "x", backoff = @Backoff(type = "linear"))
		void handle() {
		}

	}

	static class BackoffWithoutType {

		@DelayListener(topic = "x", backoff = @Backoff(delay = "5s"))
		void handle() {
		}

	}

	static class MissingProperty {

		@DelayListener(topic = "x", ttr = "${my.missing}")
		void handle() {
		}

	}

	/**
	 * Puts a proxy around beans of a type.
	 *
	 * @param type the type
	 * @param proxyTargetClass whether the proxy is a subclass
	 */
	record ProxyingPostProcessor(Class<?> type, boolean proxyTargetClass) implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (!this.type.isInstance(bean)) {
				return bean;
			}
			ProxyFactory factory = new ProxyFactory(bean);
			factory.setProxyTargetClass(this.proxyTargetClass);
			factory.addAdvice((MethodInterceptor) (invocation) -> {
				HANDLED.add("intercepted");
				return invocation.proceed();
			});
			return factory.getProxy(getClass().getClassLoader());
		}

	}

}
