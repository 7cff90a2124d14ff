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
 * The result of a settlement or a touch.
 *
 * @since 0.1.0
 */
public enum SettleResult {

	/**
	 * The settlement or the touch was carried out.
	 */
	DONE,

	/**
	 * Nothing was changed because the lease is no longer valid: the job was settled,
	 * delivered again, replaced or cancelled.
	 */
	LEASE_LOST,

	/**
	 * The result is unknown, because the part of the store that holds the job was
	 * unreachable while other parts were reachable, or because a transaction has locked
	 * the job. It is safe to repeat the call.
	 */
	UNREACHABLE

}
