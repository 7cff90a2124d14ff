// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

import io.delay.admin.CurrentOperator;
import io.delay.admin.DelayAdmin;
import io.delay.admin.PausedTopicWatch;
import io.delay.annotation.DelayListener;
import io.delay.store.HostName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who acts in Java.
 */
class CurrentOperatorConfigurationTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory()
		.withPropertyValues("spring.application.name=shop");

	@AfterEach
	void logOut() {
		SecurityContextHolder.clearContext();
	}

	@Test
	void operatorIsTheUserOfSpringSecurity() {
		this.runner.run((context) -> {
			SecurityContextHolder.getContext()
				.setAuthentication(new TestingAuthenticationToken("alice", "secret", "ROLE_OPERATOR"));
			assertThat(operator(context)).isEqualTo("alice");
		});
	}

	@Test
	void anonymousUserIsNoOperator() {
		String application = "shop on host " + HostName.resolve();
		this.runner.run((context) -> {
			assertThat(operator(context)).isEqualTo(application);
			SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("alice", "secret"));
			assertThat(operator(context)).isEqualTo(application);
			SecurityContextHolder.getContext()
				.setAuthentication(new AnonymousAuthenticationToken("key", "anonymousUser",
						List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS"))));
			assertThat(operator(context)).isEqualTo(application);
		});
	}

	@Test
	void operatorIsUnknownWithoutSpringSecurity() {
		this.runner.withClassLoader(new FilteredClassLoader("org.springframework.security"))
			.run((context) -> assertThat(operator(context)).isEqualTo("shop on host " + HostName.resolve()));
	}

	@Test
	void currentOperatorBeanOfTheApplicationTakesPrecedence() {
		this.runner.withBean(CurrentOperator.class, () -> () -> "night shift").run((context) -> {
			assertThat(context).hasSingleBean(CurrentOperator.class);
			assertThat(operator(context)).isEqualTo("night shift");
		});
	}

	@Test
	void severalCurrentOperatorBeansFailTheStartWithARemedy() {
		this.runner.withBean("a", CurrentOperator.class, () -> () -> "a")
			.withBean("b", CurrentOperator.class, () -> () -> "b")
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("several CurrentOperator beans [a, b]");
				assertThat(analysis.getAction()).contains("Mark one as @Primary");
			});
	}

	@Test
	void pausedTopicsAreWatchedIfThereAreListeners() {
		this.runner.run((context) -> assertThat(context.getBean(PausedTopicWatch.class).isRunning()).isFalse());
		this.runner.withBean(Listener.class)
			.run((context) -> assertThat(context.getBean(PausedTopicWatch.class).isRunning()).isTrue());
	}

	private static String operator(ApplicationContext context) {
		DelayAdmin admin = context.getBean(DelayAdmin.class);
		admin.topics().pause("orders");
		String operator = admin.topics().status("orders").pause().by().name();
		admin.topics().resume("orders");
		return operator;
	}

	static class Listener {

		@DelayListener(topic = "orders")
		void handle(String order) {
		}

	}

}
