// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisSpace;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptTests;
import io.delay.store.admin.AuditPage;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code audit.lua} finds in keys that are not in order.
 */
class AuditScriptTests extends ScriptTests {

	private final Map<String, Map<String, String>> contents = new TreeMap<>();

	@BeforeEach
	void oneJobPerState() {
		this.bench.space().leaveUnaudited();
		put("meta", of("priorities", "1"));
		put("jobs", of("w", RECORD, "r", RECORD, "f", RECORD, "h", "1h;;\n\n", "l", "1l;;\n\n"));
		put("waiting", of("w", at(1)));
		put("waiting-high", of("h", at(1)));
		put("waiting-low", of("l", at(1)));
		put("reserved", of("r", at(20)));
		put("leases", of("r", "h/p:1;1;5;20;7;3"));
		put("failed", of("f", at(-7)));
		put("failures", of("f", "5;3;1;h\nboom", "w", "1;3;1;h\nboom"));
	}

	@Test
	void consistentDataHasNoFindings() {
		assertFindings();
	}

	@Test
	void aJobInNoStateIsFound() {
		this.contents.remove("waiting");
		assertFindings(topic("5 jobs, but 4 in all states together"), job("w", "is in 0 states"));
	}

	@Test
	void aJobInTwoStatesIsFound() {
		put("waiting-low", of("l", at(1), "w", at(5)));
		assertFindings(topic("5 jobs, but 6 in all states together"), job("w", "is in 2 states"));
	}

	@Test
	void anEntryWithoutAJobIsFound() {
		put("waiting", of("w", at(1), "gone", at(1)));
		assertFindings(topic("5 jobs, but 6 in all states together"),
				job("gone", "is gone, but its entry in waiting is left"));
	}

	@Test
	void anEntryOfAPriorityWithoutAJobIsFound() {
		put("waiting-high", of("h", at(1), "gone", at(1)));
		assertFindings(topic("5 jobs, but 6 in all states together"),
				job("gone", "is gone, but its entry in waiting-high is left"));
	}

	@Test
	void failuresWithoutAJobAreFound() {
		put("failures", of("f", "5;3;1;h\nboom", "gone", "1;3;1;h\nboom"));
		assertFindings(job("gone", "is gone, but its entry in failures is left"));
	}

	@Test
	void aReservedJobWithoutALeaseIsFound() {
		this.contents.remove("leases");
		assertFindings(topic("0 leases, but 1 reserved jobs"), job("r", "is reserved without a lease"));
	}

	@Test
	void aLeaseOfAJobThatIsNotReservedIsFound() {
		put("leases", of("r", "h/p:1;1;5;20;7;3", "w", "h/p:2;1;5;20;7;3"));
		assertFindings(topic("2 leases, but 1 reserved jobs"), job("w", "has a lease but is not reserved"));
	}

	@Test
	void aFailedJobWithoutAReasonIsFound() {
		this.contents.remove("failures");
		assertFindings(job("f", "has failed without a reason"));
	}

	@Test
	void jobsOfUnrecordedPrioritiesAreFound() {
		this.contents.remove("meta");
		assertFindings(topic("2 jobs are not delivered, because meta has lost its field priorities"));
	}

	private void put(String key, Map<String, String> entries) {
		this.contents.put(key, entries);
	}

	private static AuditPage.Finding topic(String problem) {
		return new AuditPage.Finding(null, problem);
	}

	private static AuditPage.Finding job(String id, String problem) {
		return new AuditPage.Finding(id, problem);
	}

	private void assertFindings(AuditPage.Finding... findings) {
		this.bench.seed(this.contents);
		RedisSpace space = this.bench.space();
		RedisJobStoreInspector inspector = new RedisJobStoreInspector(space.connections(), space.options());
		assertThat(StoreAudit.of(inspector, ScriptBench.TOPIC).findings()).containsExactlyInAnyOrder(findings);
	}

}
