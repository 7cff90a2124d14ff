// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.script.RedisScript;

import io.delay.job.JobPriority;
import io.delay.redis.RedisSpace;
import io.delay.redis.script.ScriptLibrary;
import io.delay.store.JobRecord;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the scripts read the same records as {@link JobRecordCodec}: one that only
 * the codec can read is never delivered, one that only the scripts can read uses up a
 * reserve before it is buried.
 */
class RecordFragmentTests {

	private static final RedisScript<List> READ = RedisScript.of(ScriptLibrary.read("_record") + """
			local reply = {}
			for i = 1, #ARGV do
				local ttr, max, size, priority = record(ARGV[i])
				reply[i] = ttr and string.format('%s;%.0f;%.0f;%d', priority, ttr, max, size) or ''
			end
			return reply
			""", List.class);

	private final RedisSpace space = RedisSpace.shared();

	@AfterEach
	void close() {
		this.space.close();
	}

	private List<String> readByScript(List<String> texts) {
		List<?> reply = this.space.template().execute(READ, List.of(), texts.toArray());
		return reply.stream().map(String::valueOf).toList();
	}

	private static List<String> readByCodec(List<String> texts) {
		return texts.stream().map(RecordFragmentTests::readByCodec).toList();
	}

	private static String readByCodec(String text) {
		JobRecord record = JobRecordCodec.decode(text.getBytes(StandardCharsets.UTF_8));
		return (record != null) ? String.format("%s;%d;%d;%d", JobCodes.letter(record.priority()),
				(record.ttr() != null) ? record.ttr().toMillis() : 0,
				(record.maxAttempts() != null) ? record.maxAttempts() : 0, record.payload().length) : "";
	}

	@Test
	void scriptsAndCodecReadShortRecordsEqually() {
		List<String> texts = new ArrayList<>(List.of("1"));
		for (int from = 0, length = 0; length < 7; length++) {
			int to = texts.size();
			for (; from < to; from++) {
				for (char next : "h;2\n".toCharArray()) {
					texts.add(texts.get(from) + next);
				}
			}
		}
		// Of the headers the scripts know nothing but where they end
		texts.removeIf((text) -> text.matches("[^\n]*\n[^\n]+\n(?s:.*)"));
		assertThat(readByScript(texts)).isEqualTo(readByCodec(texts)).contains("h;2;2;0", ";0;22;0", ";0;0;1");
	}

	@Test
	void scriptsAndCodecReadRecordsAtTheLimitsEqually() {
		List<String> texts = List.of("1h;8640000000;99999\n\nx", "1l;;\n\n\n1;;\n\n;\0", "1;;\u0661\n\nx",
				"1;\uff11;\n\nx", "\uff11;;\n\nx", "1\u0168;;\n\nx", "1;+1;\n\nx", "1;-1;\n\nx", "1; 1;\n\nx",
				"1;;1 \n\nx", "1;;\r\n\nx", "1;0x1;\n\nx", "1;1e1;\n\nx", "1H;;\n\nx", "1hl;;\n\nx", "2;;\n\nx",
				"1;;;\n\nx", "1;;100000\n\nx", "1;99999999999;\n\nx", "1;18446744073709551617;\n\nx", "1;\0;\n\nx",
				"1;;\0\n\nx", "1;000002;00003\n\nx", "");
		assertThat(readByScript(texts)).isEqualTo(readByCodec(texts));
	}

	@Test
	void scriptsReadHeadersAndTermsThatTheCodecWrites() {
		JobRecord record = new JobRecord("a\nb".getBytes(StandardCharsets.UTF_8), Map.of("k", "line\nbreak"), null, 7,
				JobPriority.HIGH);
		List<String> texts = List.of(new String(JobRecordCodec.encode(record), StandardCharsets.UTF_8));
		assertThat(readByScript(texts)).isEqualTo(List.of("h;0;7;3"));
	}

}
