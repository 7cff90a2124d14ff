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

package io.delay.listener;

/**
 * Supplies the recorder that measures a container. It is called once per container.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ListenerMetrics {

	/**
	 * Return the recorder for one container.
	 * @param topic the topic whose jobs the container handles
	 * @param listener the id of its listener
	 * @return the recorder, safe for use by several threads
	 */
	ListenerRecorder recorder(String topic, String listener);

}
