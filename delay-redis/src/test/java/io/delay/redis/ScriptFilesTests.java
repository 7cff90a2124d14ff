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

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the Lua files keep the rules that make them safe on Redis Cluster and old
 * servers.
 */
class ScriptFilesTests {

	static Stream<String> files() {
		return Stream.concat(Stream.of(RedisScript.values()).map(RedisScript::fileName),
				Stream.of("_time", "_clock", "_wake", "_find", "_lease", "_parse", "_take", "_commit", "_sleep"));
	}

	@ParameterizedTest
	@MethodSource("files")
	void isShortAndSaysWhatItDoes(String file) {
		List<String> lines = ScriptLibrary.read(file).lines().toList();
		assertThat(lines).hasSizeLessThanOrEqualTo(60).noneMatch((line) -> line.startsWith("#!"));
		assertThat(lines.get(0)).startsWith("-- ");
		if (!file.startsWith("_")) {
			assertThat(lines).anyMatch((line) -> line.startsWith("-- KEYS["))
				.anyMatch((line) -> line.startsWith("-- Returns "));
		}
	}

	@ParameterizedTest
	@MethodSource("files")
	void namesItsKeysInTheCallItself(String file) {
		assertThat(ScriptLibrary.read(file).lines().filter((line) -> !line.startsWith("--")))
			.filteredOn((line) -> line.contains("redis.call(") || line.contains("redis.pcall("))
			.allSatisfy((line) -> assertThat(line)
				.containsPattern("redis\\.p?call\\('[A-Z]+', KEYS\\[[1-7]]|redis\\.p?call\\('(TIME'\\)|PUBLISH')"));
	}

}
