// SPDX-License-Identifier: Apache-2.0

/**
 * What the parts of the contract of job stores share: the fixture of a store and its
 * clients.
 */
@NullMarked
package io.delay.test.store;

import org.jspecify.annotations.NullMarked;
