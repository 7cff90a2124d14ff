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

package io.delay.store.admin;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The findings of one step of an audit. Each step examines the store at one moment, so
 * jobs that change state during the step cause no findings.
 *
 * @param checked the number of examined entries
 * @param findings the inconsistencies, empty if there are none
 * @param next the argument for the next step, {@code null} if this was the last one
 * @since 0.1.0
 */
public record AuditPage(int checked, List<AuditFinding> findings, @Nullable String next) {

	public AuditPage {
		findings = List.copyOf(findings);
	}

}
