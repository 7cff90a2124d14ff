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
 * An event that an application may want to handle: something has happened in one of its
 * listener containers, or an operator has changed jobs or a topic through it. Listen to
 * one kind or to all of them:
 *
 * <pre class="code">
 * &#64;EventListener
 * void onBuried(JobBuriedEvent event) { ... }
 * </pre>
 *
 * Events are published after the fact, one after the other, on a thread of their own: a
 * slow listener delays other events and nothing else. They are hints, not a record:
 * events that nobody has time for are dropped, and those of an application that is killed
 * are lost. What became of a job stands in the store.
 *
 * @since 0.1.0
 */
public sealed interface DelayEvent permits DelayListenerEvent, DelayAdminEvent {

	/**
	 * The topic.
	 * @return the topic
	 */
	String topic();

}
