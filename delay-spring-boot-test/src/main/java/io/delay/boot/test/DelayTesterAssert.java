/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
