// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

/**
 * An order.
 *
 * @param id the number of the order
 * @param item what was ordered
 */
record Order(long id, String item, State state) {

	Order as(State newState) {
		return new Order(this.id, this.item, newState);
	}

	/**
	 * The state of an order.
	 */
	enum State {

		PLACED, PAID, CLOSED

	}

}
