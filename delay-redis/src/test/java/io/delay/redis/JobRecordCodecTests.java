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

package io.delay.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

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
	void writesReadableTextAndNothingThatIsNotSet() {
		assertThat(text(JobRecord.of(bytes("{\"id\":1}")))).isEqualTo("1;;\n\n{\"id\":1}");
	}

	@Test
	void writesTermsAndHeadersInFrontOfThePayload() {
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
	void readsWhatItWrote() {
		JobRecord record = new JobRecord(bytes("a\nb\0c"), Map.of("k", "line\nbreak", "empty", ""),
				Duration.ofSeconds(3), 2, JobPriority.LOW);
		JobRecord read = JobRecordCodec.decode(JobRecordCodec.encode(record));
		assertThat(read).isNotNull();
		assertThat(read.payload()).isEqualTo(record.payload());
		assertThat(read).usingRecursiveComparison().ignoringFields("payload").isEqualTo(record);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1;;", "1;;\n", "2;;\n\nx", "1;x;\n\nx", "1;0;\n\nx", "1;;0\n\nx", "1;;\nnoequals\nx",
			"1;;\na=%zz\nx", "1;99999999999999999999;\n\nx", "{\"json\":true}\n\n" })
	void answersNullForWhatCannotBeRead(String text) {
		assertThat(JobRecordCodec.decode(bytes(text))).isNull();
	}

	private static String text(JobRecord record) {
		return new String(JobRecordCodec.encode(record), StandardCharsets.UTF_8);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
