// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Filters, refusals and responses of the
 * endpoint over HTTP.
 */
@NullMarked
package io.delay.actuate.web;

import org.jspecify.annotations.NullMarked;
