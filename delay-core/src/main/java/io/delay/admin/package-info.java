// SPDX-License-Identifier: Apache-2.0

/**
 * Operations with which an operator views and changes jobs and topics.
 */
@NullMarked
package io.delay.admin;

import org.jspecify.annotations.NullMarked;
