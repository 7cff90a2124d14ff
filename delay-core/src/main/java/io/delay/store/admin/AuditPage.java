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
 * What one step of an audit has found. Each step looks at one moment, so jobs that move
 * meanwhile are no findings.
 *
 * @param checked how many entries were looked at
 * @param findings what is wrong, empty if all is well
 * @param next to be given to the next step, {@code null} if this was the last one
 * @since 0.1.0
 */
public record AuditPage(int checked, List<AuditFinding> findings, @Nullable String next) {

	public AuditPage {
		findings = List.copyOf(findings);
	}

}
