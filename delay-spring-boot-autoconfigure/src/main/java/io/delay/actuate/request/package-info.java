// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The parameters of requests to the
 * endpoint, errors, and reads that callers share.
 */
@NullMarked
package io.delay.actuate.request;

import org.jspecify.annotations.NullMarked;
