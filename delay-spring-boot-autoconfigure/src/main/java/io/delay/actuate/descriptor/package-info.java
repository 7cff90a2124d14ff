// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The answers of the endpoint, as records
 * that are written as JSON.
 */
@NullMarked
package io.delay.actuate.descriptor;

import org.jspecify.annotations.NullMarked;
