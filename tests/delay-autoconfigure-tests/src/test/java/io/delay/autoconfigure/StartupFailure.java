// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.List;
import java.util.Objects;

import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Spring Boot reports about a failed start: the first answer of all analyzers that
 * are registered, in their order.
 */
public final class StartupFailure {

	private StartupFailure() {
	}

	public static FailureAnalysis analyze(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		Throwable failure = context.getStartupFailure();
		return analyzers().stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> new AssertionError("No analyzer knows the failure", failure));
	}

	private static List<FailureAnalyzer> analyzers() {
		ArgumentResolver arguments = ArgumentResolver.of(BeanFactory.class, new DefaultListableBeanFactory());
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, arguments.and(Environment.class, new StandardEnvironment()),
					FailureHandler.logging(LogFactory.getLog(StartupFailure.class)));
	}

}
