// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Resets the {@link DelayTester} before each test method.
 */
final class DelayTesterTestExecutionListener implements TestExecutionListener {

	@Override
	public void beforeTestMethod(TestContext testContext) {
		// A test that has not started an application must not start one here
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext().getBeanProvider(DelayTester.class).ifAvailable(DelayTester::reset);
		}
	}

}
