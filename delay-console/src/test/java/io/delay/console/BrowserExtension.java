// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Provides the browser of the tests, one for the whole run.
 */
class BrowserExtension implements ExecutionCondition, ParameterResolver, BeforeEachCallback, AfterEachCallback {

	private static final String PROPERTY = "delay.test.browser";

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		String choice = System.getProperty(PROPERTY, "auto");
		if (choice.equals("off")) {
			return ConditionEvaluationResult.disabled(PROPERTY + "=off");
		}
		if (choice.equals("auto")
				&& Stream.of(Browser.BINARY, Browser.DRIVER).map(Path::of).anyMatch(Files::notExists)) {
			String reason = "There is no " + Browser.BINARY + " or no " + Browser.DRIVER;
			System.out.println("[SKIPPED] " + context.getDisplayName() + ": " + reason);
			return ConditionEvaluationResult.disabled(reason);
		}
		return ConditionEvaluationResult.enabled(PROPERTY + "=" + choice);
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == Browser.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return Holder.BROWSER;
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		Holder.BROWSER.reset();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		if (context.getExecutionException().isPresent()) {
			System.out.println("The page said:\n" + Holder.BROWSER.text() + "\n" + Holder.BROWSER.takeLog());
			return;
		}
		assertThat(Holder.BROWSER.takeLog()).as("log of the browser").isEmpty();
	}

	private static final class Holder {

		static final Browser BROWSER = new Browser();

		static {
			Runtime.getRuntime().addShutdownHook(new Thread(BROWSER::close));
		}

	}

}
