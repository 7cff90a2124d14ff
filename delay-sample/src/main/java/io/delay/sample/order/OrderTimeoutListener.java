// SPDX-License-Identifier: Apache-2.0

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
		if (this.book.end(timeout.order(), Order.State.CLOSED)) {
			logger.info("Order " + timeout.order() + " closed, because it was not paid in time");
		}
	}

	/**
	 * The payload of the job that closes an order.
	 *
	 * @param order the number of the order
	 */
	record OrderTimeout(long order) {

	}

}
