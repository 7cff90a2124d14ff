// SPDX-License-Identifier: Apache-2.0

/**
 * Annotations for methods that submit and cancel jobs when they return.
 */
@NullMarked
package io.delay.submit;

import org.jspecify.annotations.NullMarked;
