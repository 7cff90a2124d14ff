// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for Spring Boot.
 */
@NullMarked
package io.delay.autoconfigure;

import org.jspecify.annotations.NullMarked;
