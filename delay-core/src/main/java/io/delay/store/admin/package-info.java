// SPDX-License-Identifier: Apache-2.0

/**
 * Operations with which operators view and change the data of a store: status, pages of
 * jobs, consumers, and topics.
 */
@NullMarked
package io.delay.store.admin;

import org.jspecify.annotations.NullMarked;
