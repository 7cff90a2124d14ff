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
 * What an audit of a whole topic has found.
 *
 * @param checked how many entries were looked at; one that was stored or moved meanwhile
 * may count twice
 * @param found how many findings there are
 * @param findings the first of them, empty if all is well
 * @since 0.1.0
 */
public record AuditReport(long checked, long found, List<AuditFinding> findings) {

	public AuditReport {
		findings = List.copyOf(findings);
	}

}
