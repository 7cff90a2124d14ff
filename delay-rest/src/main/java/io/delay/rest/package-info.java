// SPDX-License-Identifier: Apache-2.0

/**
 * Delay over HTTP: controllers that submit, reserve, settle and find jobs, for Spring MVC
 * and for Spring WebFlux.
 */
@NullMarked
package io.delay.rest;

import org.jspecify.annotations.NullMarked;
