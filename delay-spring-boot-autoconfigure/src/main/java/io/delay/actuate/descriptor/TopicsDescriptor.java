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

package io.delay.actuate.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Some of the topics of a store, in alphabetical order.
 *
 * @param topics the topics
 * @param operator whether the user can change something, {@code null} if unknown because
 * the operation was not called by HTTP
 * @param next the value of {@code after} for the next topics, {@code null} if there are
 * no more
 */
public record TopicsDescriptor(List<TopicDescriptor> topics, @Nullable Boolean operator,
		@Nullable String next) implements OperationResponseBody {

	public TopicsDescriptor forOperator(boolean operator) {
		return new TopicsDescriptor(this.topics, operator, this.next);
	}

}
