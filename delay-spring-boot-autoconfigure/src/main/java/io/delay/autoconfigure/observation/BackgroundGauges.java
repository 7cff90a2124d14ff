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

package io.delay.autoconfigure.observation;

/**
 * Gauges that are added and removed at run time, updated by a {@link GaugeRefresh}.
 */
interface BackgroundGauges {

	/** Permit gauges to be registered from now on. */
	void open();

	/** Update the gauges. May block. */
	void refresh();

	/** Remove all gauges, even while they are being refreshed. Does not block. */
	void close();

}
