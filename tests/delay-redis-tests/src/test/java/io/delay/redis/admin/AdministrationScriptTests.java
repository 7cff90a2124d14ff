// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.admin;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code kick.lua}, {@code kick-oldest.lua}, {@code bury-waiting.lua},
 * {@code purge.lua} and {@code drop-failed.lua}.
 */
class AdministrationScriptTests extends ScriptTests {

	private static final String HIGH = "1h;;\n\npayload";

	private static final String LOW = "1l;;\n\npayload";

	private final Map<String, Map<String, String>> contents = new TreeMap<>();

	/**
	 * Delayed d, ready r and rh (high), reserved w, failed f1, f2 (high) and f3 (low).
	 */
	@BeforeEach
	void seedJobsInEveryState() {
		this.contents.put("jobs",
				of("d", RECORD, "r", RECORD, "rh", HIGH, "w", RECORD, "f1", RECORD, "f2", HIGH, "f3", LOW));
		this.contents.put("waiting", of("d", at(1), "r", at(0)));
		this.contents.put("waiting-high", of("rh", at(-3)));
		this.contents.put("reserved", of("w", at(20)));
		this.contents.put("leases", of("w", "h/p:1;2;5;20;7;3"));
		this.contents.put("failed", of("f1", at(-9), "f2", at(-8), "f3", at(-7)));
		this.contents.put("failures", of("r", "2;3;1;h\nboom", "w", "1;3;1;h\nboom", "f1", "5;3;1;h\n7;boom", "f2",
				"3h;3;2;h\nboom", "f3", "1l;3;3;h\n"));
		this.contents.put("meta", of("clock", at(0), "priorities", "1", "armed", at(-3)));
		this.bench.seed(this.contents);
	}

	// What is left once an id is out of a key, and the key if that was all.
	private void without(String key, String... ids) {
		for (String id : ids) {
			this.contents.get(key).remove(id);
		}
		if (this.contents.get(key).isEmpty()) {
			this.contents.remove(key);
		}
	}

	@Test
	void kickArmsTheTimeOfItsJob() {
		this.bench.seed(Map.of("meta", of("armed", at(500))));
		this.bench.run(RedisScript.KICK, "+50", "f1");
		assertThat(this.bench.contents().get("meta")).containsEntry("armed", at(50));
	}

	@Test
	void kickOfAnUnreadableRecordMakesItsJobWait() {
		this.bench.seed(Map.of("jobs", of("f1", "no record")));
		assertThat(this.bench.run(RedisScript.KICK, "+0", "f1")).containsExactly(4L);
		assertThat(this.bench.contents().get("waiting")).containsEntry("f1", at(0));
	}

	@Test
	void purgeOfReservedJobsVoidsTheirLeases() {
		assertThat(this.bench.run(RedisScript.PURGE, 3, 500)).containsExactly(1L);
		without("jobs", "w");
		without("reserved", "w");
		without("leases", "w");
		without("failures", "w");
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@Test
	void purgeDeletesAtMostItsLimit() {
		assertThat(this.bench.run(RedisScript.PURGE, 4, 2)).containsExactly(2L);
		without("jobs", "f1", "f2");
		without("failed", "f1", "f2");
		without("failures", "f1", "f2");
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@Test
	void dropFailedDeletesJobsAboveTheMaxCountUpToItsLimit() {
		this.bench.seed(Map.of("meta", of("dropped", "7")));
		assertThat(this.bench.run(RedisScript.DROP_FAILED, "", 0, 2)).containsExactly(2L);
		without("jobs", "f1", "f2");
		without("failed", "f1", "f2");
		without("failures", "f1", "f2");
		this.contents.get("meta").put("dropped", "9");
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

}
