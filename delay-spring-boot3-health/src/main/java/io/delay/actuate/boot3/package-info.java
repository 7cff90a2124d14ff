// SPDX-License-Identifier: Apache-2.0

/**
 * The health indicator for Spring Boot 3.
 */
@NullMarked
package io.delay.actuate.boot3;

import org.jspecify.annotations.NullMarked;
