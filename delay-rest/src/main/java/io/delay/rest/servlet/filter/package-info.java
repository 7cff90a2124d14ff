// SPDX-License-Identifier: Apache-2.0

/**
 * Closes connections of clients whose bodies were not read, and writes errors without a
 * controller. Internal to Delay: may change without notice.
 */
@NullMarked
package io.delay.rest.servlet.filter;

import org.jspecify.annotations.NullMarked;
