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

package io.delay.event;

/**
 * An event for the application: something has happened in one of its listener containers,
 * or an operator has changed jobs or a topic. Listen to one type of event or to all of
 * them:
 *
 * <pre class="code">
 * &#64;EventListener
 * void onBuried(JobBuriedEvent event) { ... }
 * </pre>
 *
 * Events are published after the fact, one after the other, on a separate thread. A slow
 * event listener delays only other events. Events are hints: if too many are waiting,
 * further events are dropped, and events that have not been delivered are lost if the
 * application crashes. The actual state of a job is in the store.
 *
 * @since 0.1.0
 */
public sealed interface DelayEvent permits DelayListenerEvent, DelayAdminEvent {

	/**
	 * Return the topic.
	 * @return the topic
	 */
	String topic();

}
