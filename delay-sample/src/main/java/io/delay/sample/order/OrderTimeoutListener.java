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

package io.delay.sample.order;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.stereotype.Component;

import io.delay.annotation.DelayListener;

/**
 * Closes orders that were not paid in time. May be called twice for an order; the second
 * call changes nothing.
 */
@Component
class OrderTimeoutListener {

	static final String TOPIC = "order-timeout";

	private static final Log logger = LogFactory.getLog(OrderTimeoutListener.class);

	private final OrderBook book;

	OrderTimeoutListener(OrderBook book) {
		this.book = book;
	}

	@DelayListener(topic = TOPIC)
	void closeIfUnpaid(OrderTimeout timeout) {
		if (this.book.end(timeout.order(), OrderState.CLOSED)) {
			logger.info("Order " + timeout.order() + " closed, because it was not paid in time");
		}
	}

}
