// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration of Delay over HTTP.
 */
@NullMarked
package io.delay.autoconfigure.rest;

import org.jspecify.annotations.NullMarked;
