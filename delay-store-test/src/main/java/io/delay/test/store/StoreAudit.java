// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.admin.AuditPage;
import io.delay.store.admin.JobStoreInspector;

/**
 * A complete audit of one topic.
 *
 * @param checked the number of examined entries
 * @param findings the problems that were found, empty if there are none
 * @since 0.1.0
 */
public record StoreAudit(int checked, List<AuditPage.Finding> findings) {

	/**
	 * Audit a topic.
	 * @return the audit
	 */
	public static StoreAudit of(JobStoreInspector inspector, String topic) {
		List<AuditPage.Finding> findings = new ArrayList<>();
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
