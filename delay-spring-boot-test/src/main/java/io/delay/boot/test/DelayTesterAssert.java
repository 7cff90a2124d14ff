// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about the jobs of a {@link DelayTester}.
 *
 * @since 0.1.0
 */
public final class DelayTesterAssert extends AbstractAssert<DelayTesterAssert, DelayTester> {

	DelayTesterAssert(DelayTester actual) {
		super(actual, DelayTesterAssert.class);
	}

	/**
	 * Return assertions about the jobs of a topic.
	 * @return the assertions
	 */
	public DelayTopicAssert topic(String topic) {
		isNotNull();
		return new DelayTopicAssert(this.actual, topic).as(this.info.description());
	}

}
