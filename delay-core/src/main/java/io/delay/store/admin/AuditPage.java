// SPDX-License-Identifier: Apache-2.0

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
public record AuditPage(int checked, List<Finding> findings, @Nullable String next) {

	public AuditPage {
		findings = List.copyOf(findings);
	}

	/**
	 * An inconsistency in a store.
	 *
	 * @param id the id of the job concerned, {@code null} if the finding concerns the
	 * topic as a whole
	 * @param problem a description of what is wrong
	 */
	public record Finding(@Nullable String id, String problem) {

	}

}
