// SPDX-License-Identifier: Apache-2.0

/**
 * The operations with which an application submits and settles jobs.
 */
@NullMarked
package io.delay.template;

import org.jspecify.annotations.NullMarked;
