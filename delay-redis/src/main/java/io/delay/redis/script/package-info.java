// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Runs Lua scripts on the keys of a
 * partition and translates their failures. The scripts are resources of this package.
 */
@NullMarked
package io.delay.redis.script;

import org.jspecify.annotations.NullMarked;
