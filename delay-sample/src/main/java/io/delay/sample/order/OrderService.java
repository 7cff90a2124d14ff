// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.server.ResponseStatusException;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.sample.order.OrderTimeoutListener.OrderTimeout;
import io.delay.template.DelayTemplate;

/**
 * Places orders and takes payments. The job that closes an order has the number of the
 * order as its id, so that no separate id has to be stored.
 */
@Service
class OrderService {

	private static final Log logger = LogFactory.getLog(OrderService.class);

	private final OrderBook book;

	private final DelayTemplate delayTemplate;

	private final Duration timeout;

	OrderService(OrderBook book, DelayTemplate delayTemplate, @Value("${sample.order-timeout}") Duration timeout) {
		this.book = book;
		this.delayTemplate = delayTemplate;
		this.timeout = timeout;
	}

	Order place(String item, @Nullable Integer timeoutSeconds) {
		Duration timeToPay = (timeoutSeconds != null) ? Duration.ofSeconds(timeoutSeconds) : this.timeout;
		Order order = this.book.place(item);
		try {
			submitTimeout(order, timeToPay);
		}
		catch (DataAccessException ex) {
			// Without its timeout the order would stay open forever.
			this.book.forget(order.id());
			throw ex;
		}
		logger.info("Order " + order.id() + " placed, to be paid within " + timeToPay.toSeconds() + " s");
		return order;
	}

	private void submitTimeout(Order order, Duration timeToPay) {
		// The book numbers orders from 1 after each start, but a Redis outside the
		// application may still contain jobs of an earlier run. They are replaced.
		this.delayTemplate.submit(Job.to(OrderTimeoutListener.TOPIC)
			.id(Long.toString(order.id()))
			.payload(new OrderTimeout(order.id()))
			.delay(timeToPay)
			.onConflict(ConflictPolicy.REPLACE)
			.build());
	}

	Order pay(long id) {
		boolean paid = this.book.end(id, Order.State.PAID);
		Order order = this.book.find(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no order " + id));
		if (!paid) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "Order " + id + " is " + order.state() + " already");
		}
		cancelTimeout(id);
		logger.info("Order " + id + " paid");
		return order;
	}

	private void cancelTimeout(long id) {
		try {
			this.delayTemplate.cancel(OrderTimeoutListener.TOPIC, Long.toString(id));
		}
		catch (DataAccessException ex) {
			// The payment is valid. The timeout finds a paid order and does not change
			// it.
			logger.warn("The timeout of order " + id + " was not cancelled: " + ex.getMessage());
		}
	}

}
