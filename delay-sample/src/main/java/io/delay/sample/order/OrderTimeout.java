// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

/**
 * The payload of the job that closes an order.
 *
 * @param order the number of the order
 */
record OrderTimeout(long order) {

}
