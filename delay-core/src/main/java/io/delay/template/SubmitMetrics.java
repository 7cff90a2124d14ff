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

package io.delay.template;

import io.delay.job.SubmitStatus;

/**
 * Measures submits. It is called for every job on the thread that submits it, so
 * implementations must be fast and must not block. The first exception that it throws is
 * logged; no exception affects a submit.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface SubmitMetrics {

	/**
	 * Record the result of submitting a job.
	 * @param topic the topic
	 * @param status the status of the submit
	 */
	void submitted(String topic, SubmitStatus status);

}
