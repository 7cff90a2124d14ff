// SPDX-License-Identifier: Apache-2.0

/**
 * Delay over HTTP with Spring MVC.
 */
@NullMarked
package io.delay.rest.servlet;

import org.jspecify.annotations.NullMarked;
