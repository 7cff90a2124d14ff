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

package io.delay.redis.model;

import java.time.Instant;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.HistorySettings;

/**
 * A store that is compared with another one, step by step.
 */
public interface ModelledStore {

	// Forget everything, and begin anew, keeping such a history.
	void clear(HistorySettings history);

	void setTime(Instant now);

	JobStore store();

	JobStoreInspector inspector();

	JobStoreAdministrator administrator();

	// All that is kept of the given topics.
	Contents contents();

}
