// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Reads and writes the JSON of requests and
 * responses.
 */
@NullMarked
package io.delay.rest.json;

import org.jspecify.annotations.NullMarked;
