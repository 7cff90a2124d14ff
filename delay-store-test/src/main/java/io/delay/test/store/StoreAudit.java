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

package io.delay.test.store;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.admin.AuditFinding;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.JobStoreInspector;

/**
 * A complete audit of one topic.
 *
 * @param checked the number of examined entries
 * @param findings the problems that were found, empty if there are none
 * @since 0.1.0
 */
public record StoreAudit(int checked, List<AuditFinding> findings) {

	/**
	 * Audit a topic.
	 * @return the audit
	 */
	public static StoreAudit of(JobStoreInspector inspector, String topic) {
		List<AuditFinding> findings = new ArrayList<>();
		int checked = 0;
		@Nullable String next = null;
		do {
			AuditPage page = inspector.audit(topic, next);
			findings.addAll(page.findings());
			checked += page.checked();
			next = page.next();
		}
		while (next != null);
		return new StoreAudit(checked, findings);
	}

}
