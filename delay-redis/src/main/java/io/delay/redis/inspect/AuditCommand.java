// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.admin.AuditPage;

/**
 * Checks the stored data of a topic, partition by partition: the counts first, then key
 * by key.
 */
public final class AuditCommand {

	private static final Pattern STEP = Pattern.compile("(\\d{1,4}):([1-9]|1[12]):(\\d{1,20})");

	private static final String FIRST_STEP = "0:1:0";

	private static final int LAST_PART = 12;

	/** The counters have no jobs. */
	private static final int COUNTERS = 10;

	private final ScriptRunner runner;

	public AuditCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public AuditPage execute(TopicPartitions topic, @Nullable String step) {
		Matcher matcher = STEP.matcher((step != null) ? step : FIRST_STEP);
		Assert.isTrue(matcher.matches(), () -> "'" + step + "' is not a step of an audit");
		int number = Integer.parseInt(matcher.group(1));
		Assert.isTrue(number < topic.count(), () -> "'" + step + "' is not a step of an audit");
		PartitionKeys partition = topic.all().get(number);
		String part = matcher.group(2);
		ScriptReply reply = this.runner.run(RedisScript.AUDIT, partition,
				new ScriptArguments(partition).add(part).add(matcher.group(3)));
		String cursor = reply.nextText();
		int checked = reply.nextInt();
		List<AuditPage.Finding> findings = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			findings.add(new AuditPage.Finding(id.isEmpty() ? null : id, reply.nextText()));
		}
		return new AuditPage(checked, findings, next(topic, number, Integer.parseInt(part), cursor));
	}

	private static @Nullable String next(TopicPartitions topic, int partition, int part, String cursor) {
		if (!cursor.equals("0")) {
			return partition + ":" + part + ":" + cursor;
		}
		if (part < LAST_PART) {
			return partition + ":" + ((part + 1 == COUNTERS) ? part + 2 : part + 1) + ":0";
		}
		return (partition < topic.count() - 1) ? (partition + 1) + ":1:0" : null;
	}

}
