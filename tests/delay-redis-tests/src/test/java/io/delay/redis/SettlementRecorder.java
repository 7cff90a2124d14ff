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

package io.delay.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

/**
 * Notes what the store answered to each settlement.
 */
final class SettlementRecorder {

	private final List<SettleResult> results = new CopyOnWriteArrayList<>();

	/**
	 * What the store answered, in order.
	 */
	List<SettleResult> results() {
		return this.results;
	}

	JobStore around(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				List<SettleResult> answers = super.settle(settlements);
				SettlementRecorder.this.results.addAll(answers);
				return answers;
			}

		};
	}

}
