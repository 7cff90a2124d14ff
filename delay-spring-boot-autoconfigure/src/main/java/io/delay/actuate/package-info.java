// SPDX-License-Identifier: Apache-2.0

/**
 * Support for Spring Boot Actuator: the endpoint and the health check.
 */
@NullMarked
package io.delay.actuate;

import org.jspecify.annotations.NullMarked;
