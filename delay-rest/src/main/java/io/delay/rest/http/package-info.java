// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Requests and responses, independent of
 * the web framework.
 */
@NullMarked
package io.delay.rest.http;

import org.jspecify.annotations.NullMarked;
