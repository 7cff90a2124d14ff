// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;

/**
 * Enables {@link DelayListener} methods, the {@link io.delay.template.DelayTemplate}, and
 * methods with {@link io.delay.submit.DelaySubmit} or {@link io.delay.submit.DelayCancel}
 * when added to a {@code @Configuration} class. The application must define a bean that
 * is a {@link io.delay.store.JobStore} and a
 * {@link io.delay.store.admin.JobStoreInspector}. Default beans are created for the
 * payload converter, the publisher of events, the factory and the registry of listener
 * containers, and the template, unless the application defines beans of these types. If
 * there is a {@link io.delay.store.admin.JobStoreAdministrator} bean, this also applies
 * to the {@link io.delay.admin.DelayAdmin}. Failed jobs are kept indefinitely unless the
 * application defines a {@link io.delay.retention.FailedJobRetention} bean. Submits and
 * deliveries are observed if there is an
 * {@link io.micrometer.observation.ObservationRegistry} bean. This annotation is not
 * needed with the Spring Boot starter.
 * <p>
 * A stopping application waits up to 20 s for running handlers, but plain Spring limits
 * each phase of the shutdown to 10 s. Increase this limit to 25 s or more with a
 * {@link org.springframework.context.support.DefaultLifecycleProcessor} bean named
 * {@code lifecycleProcessor} and its {@code timeoutPerShutdownPhase}, or define a
 * {@link io.delay.listener.container.DelayListenerContainerFactory} bean with a shutdown
 * timeout of 5 s or less. The limit of Spring Boot is 30 s.
 *
 * @since 0.1.0
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(DelayBeanRegistrar.class)
public @interface EnableDelay {

	/**
	 * Whether beans with {@link io.delay.submit.DelaySubmit} or
	 * {@link io.delay.submit.DelayCancel} get proxies of their classes, as opposed to
	 * proxies of their interfaces. As with Spring's own annotations, {@code true} applies
	 * to all proxies that Spring creates for advisors.
	 * @return {@code false} by default, so that only beans without interfaces get proxies
	 * of their classes
	 */
	boolean proxyTargetClass() default false;

}
