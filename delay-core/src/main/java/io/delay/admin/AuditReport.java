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

package io.delay.admin;

import java.util.List;

import io.delay.store.admin.AuditFinding;

/**
 * The result of an audit of a whole topic.
 *
 * @param checked the number of examined entries; an entry that was stored or moved during
 * the audit may count twice
 * @param found the total number of findings
 * @param findings the findings, at most as many as the caller requested
 * @since 0.1.0
 */
public record AuditReport(long checked, long found, List<AuditFinding> findings) {

	public AuditReport {
		findings = List.copyOf(findings);
	}

}
