/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.store;

/**
 * What became of a settlement or a touch.
 *
 * @since 0.1.0
 */
public enum SettleResult {

	/**
	 * Carried out.
	 */
	DONE,

	/**
	 * Nothing was changed, for the lease no longer holds: the job was settled, delivered
	 * again, replaced or cancelled.
	 */
	LEASE_LOST,

	/**
	 * Unknown, for the part of the store that has the job could not be reached, while
	 * others of the same call could. Repeat it: that changes nothing if it was carried
	 * out.
	 */
	UNREACHABLE

}
