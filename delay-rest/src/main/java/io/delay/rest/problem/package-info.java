// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Errors as problem details of RFC 9457.
 */
@NullMarked
package io.delay.rest.problem;

import org.jspecify.annotations.NullMarked;
