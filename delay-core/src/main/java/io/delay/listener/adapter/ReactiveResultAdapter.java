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

package io.delay.listener.adapter;

import java.util.concurrent.CompletionStage;

import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;

/**
 * Subscribes to the reactive results of a listener method, on the thread of the method. A
 * result with several values is complete when the last one has been published.
 */
final class ReactiveResultAdapter implements AsyncResultAdapter {

	private final ReactiveAdapter adapter;

	ReactiveResultAdapter(ReactiveAdapter adapter) {
		this.adapter = adapter;
	}

	@Override
	public CompletionStage<?> adapt(Object result) {
		return Flux.from(this.adapter.toPublisher(result)).then().contextCapture().toFuture();
	}

}
