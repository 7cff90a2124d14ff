// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.JobPriority;
import io.delay.job.JobRules;
import io.delay.store.JobRecord;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JobRecordCodec}.
 */
class JobRecordCodecTests {

	@Test
	void aRecordIsReadableTextWithoutUnsetValues() {
		assertThat(text(JobRecord.of(bytes("{\"id\":1}")))).isEqualTo("1;;\n\n{\"id\":1}");
	}

	@Test
	void termsAndHeadersAreWrittenBeforeThePayload() {
		JobRecord record = new JobRecord(bytes("x"), Map.of("trace", "a b", "a&b", "ü="), Duration.ofNanos(1_500_001),
				7, JobPriority.NORMAL);
		assertThat(text(record)).isEqualTo("1;2;7\na%26b=%C3%BC%3D&trace=a+b\nx");
	}

	@Test
	void firstLineHasAtMostTwentyBytes() {
		JobRecord record = new JobRecord(bytes("x"), Map.of(), JobRules.MAX_TTR, JobRules.MAX_ATTEMPTS,
				JobPriority.HIGH);
		assertThat(text(record).indexOf('\n') + 1).isLessThanOrEqualTo(20);
	}

	@Test
	void aWrittenRecordIsReadUnchanged() {
		JobRecord record = new JobRecord(bytes("a\nb\0c"), Map.of("k", "line\nbreak", "empty", ""),
				Duration.ofSeconds(3), 2, JobPriority.LOW);
		JobRecord read = JobRecordCodec.decode(JobRecordCodec.encode(record));
		assertThat(read).isNotNull();
		assertThat(read.payload()).isEqualTo(record.payload());
		assertThat(read).usingRecursiveComparison().ignoringFields("payload").isEqualTo(record);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1;;", "1;;\n", "2;;\n\nx", "1;x;\n\nx", "1;0;\n\nx", "1;;0\n\nx", "1;;\nnoequals\nx",
			"1;;\na=%zz\nx", "1;99999999999999999999;\n\nx", "{\"json\":true}\n\n", "1", "1h", "1;", "1h;2;3",
			"1h;2;3\n", "1;2;3\na=b", "1\n\nx", "1;\n\nx", "1;2\n\nx", "1h\n\nx", "12;;\n\nx", "1x;;\n\nx", "1H;;\n\nx",
			"1hl;;\n\nx", "h1;;\n\nx", " 1;;\n\nx", "1 ;;\n\nx", "1;;;\n\nx", "1;1;1;\n\nx", "1;;\r\n\r\nx",
			"1; 1;\n\nx", "1;1 ;\n\nx", "1;+1;\n\nx", "1;;-1\n\nx", "1;0x1;\n\nx", "1;1.0;\n\nx", "1;\u0661;\n\nx",
			"1;;\u0967\n\nx", "1;\uff11;\n\nx", "\uff11;;\n\nx", "1\uff48;;\n\nx", "1\u0168;;\n\nx", "1;1\n;\n\nx",
			"1;\n;\n\nx", "1;;\n=b\nx", "1;8640000001;\n\nx", "1;;100000\n\nx", "1;;4294967297\n\nx",
			"1;9223372036854775808;\n\nx", "1;18446744073709551617;\n\nx", "1;;18446744073709551617\n\nx" })
	void anUnreadableRecordIsReadAsNull(String text) {
		assertThat(JobRecordCodec.decode(bytes(text))).isNull();
	}

	@ParameterizedTest
	@ValueSource(bytes = { (byte) 0xff, (byte) 0xb1, (byte) 0xbb, (byte) 0x8a, (byte) 0xe8, 0 })
	void anInvalidByteInTheFirstLineIsReadAsNull(byte other) {
		for (int i = 0; i <= "1h;2;3".length(); i++) {
			byte[] instead = bytes("1h;2;3\n\nx");
			instead[i] = other;
			assertThat(JobRecordCodec.decode(instead)).as("byte %d", i).isNull();
		}
	}

	@Test
	void theLargestNumbersAreRead() {
		JobRecord read = JobRecordCodec.decode(bytes("1l;8640000000;99999\n\n"));
		assertThat(read.ttr()).isEqualTo(JobRules.MAX_TTR);
		assertThat(read.maxAttempts()).isEqualTo(JobRules.MAX_ATTEMPTS);
		assertThat(read.priority()).isEqualTo(JobPriority.LOW);
		assertThat(read.payload()).isEmpty();
	}

	@Test
	void leadingZerosDoNotChangeANumber() {
		JobRecord read = JobRecordCodec.decode(bytes("1;00000000000000000000012;" + "0".repeat(30) + "3\n\n"));
		assertThat(read.ttr()).isEqualTo(Duration.ofMillis(12));
		assertThat(read.maxAttempts()).isEqualTo(3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "1;;\n\n", "1h;2;3\n\n", "1;2;\na=b&c=%0A\n" })
	void thePayloadBeginsAfterTheSecondLine(String head) {
		String payload = "\n1;;\n\n;1h;2;3\na=b\n\0\r\n";
		assertThat(JobRecordCodec.decode(bytes(head + payload)).payload()).isEqualTo(bytes(payload));
	}

	/**
	 * The language is that of the pattern, and of the one in {@code _record.lua}.
	 */
	@Test
	@Tag("thorough")
	void onlyRecordsThatMatchThePatternAreRead() {
		List<String> texts = new ArrayList<>(List.of("1"));
		for (int from = 0, length = 0; length < 8; length++) {
			int to = texts.size();
			for (; from < to; from++) {
				for (char next : "h;01\n".toCharArray()) {
					texts.add(texts.get(from) + next);
				}
			}
		}
		List<String> readable = texts.stream().filter((text) -> JobRecordCodec.decode(bytes(text)) != null).toList();
		Pattern pattern = Pattern.compile("1([hl]?);(0*1[01]*)?;(0*1[01]{0,4})?\n\n(.|\n)*");
		assertThat(readable).isEqualTo(texts.stream().filter((text) -> pattern.matcher(text).matches()).toList())
			.contains("1h;11;1\n\n", "1;;01\n\n\nh");
	}

	private static String text(JobRecord record) {
		return new String(JobRecordCodec.encode(record), StandardCharsets.UTF_8);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
