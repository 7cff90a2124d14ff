// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import io.delay.redis.DocumentedUser;
import io.delay.redis.RedisAccess;
import io.delay.redis.RedisSpace;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.topic.TopicList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The user that the documentation shows may send each command of each script, with its
 * keys and its channel, whether or not a test reaches the line.
 */
class DocumentedUserScriptTests {

	// Other tests check that all commands and keys are written out like this
	private static final Pattern CALL = Pattern.compile("redis\\.p?call\\(('[A-Z]+')(?:, ('USAGE'))?");

	// Redis checks the number of arguments before the permission
	private static final String ATTEMPTS = """
			for _, key in ipairs(KEYS) do
				for _, command in ipairs({ %s }) do
					local call = { unpack(command) }
					if command[1] ~= 'TIME' then
						call[#call + 1] = command[1] == 'PUBLISH' and ARGV[1] or key
					end
					for _ = 1, 4 do
						redis.pcall(unpack(call))
						call[#call + 1] = call[#call]
					end
				end
			end
			return { 0 }
			""";

	@Test
	void allCommandsOfAllScriptsAreAllowed() {
		try (DocumentedUser user = DocumentedUser.onShared(); RedisSpace space = RedisSpace.shared()) {
			space.leaveUnaudited();
			for (RedisScript script : RedisScript.values()) {
				List<String> commands = commands(script);
				assertThat(commands).as(script.name()).isNotEmpty();
				String attempts = ATTEMPTS.formatted(String.join(", ", commands));
				run(script, space.namespace(), new ScriptRunner(RedisAccess.producers(user.connections()),
						new ScriptLibrary((file) -> attempts), new ReplyFlags()));
				assertThat(user.refused()).as(script.name()).isEmpty();
			}
		}
	}

	private static List<String> commands(RedisScript script) {
		String text = new String(new ScriptLibrary().source(script).text(), StandardCharsets.UTF_8);
		return CALL.matcher(text).results().map(DocumentedUserScriptTests::command).distinct().toList();
	}

	private static String command(MatchResult call) {
		return "{ " + call.group(1) + ((call.group(2) != null) ? ", " + call.group(2) : "") + " }";
	}

	private static void run(RedisScript script, String namespace, ScriptRunner runner) {
		TopicPartitions topic = new TopicPartitions(namespace, ScriptBench.TOPIC, 1);
		PartitionKeys partition = topic.all().get(0);
		ScriptArguments arguments = new ScriptArguments(partition);
		switch (script) {
			case TOPIC, MOVE_RECORD, REFUSALS ->
				runner.run(script, topic.topic(), new byte[][] { TopicList.key(namespace) }, arguments);
			case ANNOUNCE, CONSUMERS -> runner.run(script, topic.topic(), topic.keys().consumers(), arguments);
			default -> runner.run(script, partition, arguments);
		}
	}

}
