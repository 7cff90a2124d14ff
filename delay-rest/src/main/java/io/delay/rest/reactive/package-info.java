// SPDX-License-Identifier: Apache-2.0

/**
 * Delay over HTTP with Spring WebFlux.
 */
@NullMarked
package io.delay.rest.reactive;

import org.jspecify.annotations.NullMarked;
