// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.util.List;

import io.delay.store.admin.AuditPage;

/**
 * The result of an audit of a whole topic.
 *
 * @param checked the number of examined entries; an entry that was stored or moved during
 * the audit may count twice
 * @param found the total number of findings
 * @param findings the findings, at most as many as the caller requested
 * @since 0.1.0
 */
public record AuditReport(long checked, long found, List<AuditPage.Finding> findings) {

	public AuditReport {
		findings = List.copyOf(findings);
	}

}
