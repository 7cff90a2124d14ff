// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

/**
 * The state of an order.
 */
enum OrderState {

	PLACED, PAID, CLOSED

}
