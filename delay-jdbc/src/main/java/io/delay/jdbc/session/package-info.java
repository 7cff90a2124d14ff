// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Connections and transactions.
 */
@NullMarked
package io.delay.jdbc.session;

import org.jspecify.annotations.NullMarked;
