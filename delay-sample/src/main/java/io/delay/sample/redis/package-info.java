// SPDX-License-Identifier: Apache-2.0

/**
 * The embedded Redis that the sample starts unless another Redis is configured.
 */
@NullMarked
package io.delay.sample.redis;

import org.jspecify.annotations.NullMarked;
