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

package io.delay.autoconfigure;

import org.springframework.beans.factory.InitializingBean;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.retention.RetentionSettings;

/**
 * Throws an exception at start-up if the application is configured to drop failed jobs
 * but has no administrator of the store.
 */
final class MissingAdministratorCheck implements InitializingBean {

	private final RetentionSettings settings;

	MissingAdministratorCheck(RetentionSettings settings) {
		this.settings = settings;
	}

	@Override
	public void afterPropertiesSet() {
		if (!this.settings.isUnlimited()) {
			throw new DelaySetupException(
					"The application is configured to drop failed jobs, but it defines its own JobStore "
							+ "and no JobStoreAdministrator.",
					"Define a JobStoreAdministrator bean that works on the same store, "
							+ "or remove delay.failed and the settings failed.* under delay.topics. "
							+ "If the class of the JobStore implements JobStoreAdministrator, "
							+ "declare that class as the return type of the @Bean method.");
		}
	}

}
