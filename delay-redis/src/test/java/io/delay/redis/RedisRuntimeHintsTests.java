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

import java.io.IOException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;

import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image of the store must contain.
 */
@Tag("versions")
class RedisRuntimeHintsTests {

	@Test
	void everyScriptAndFragmentIsContained() throws IOException {
		RuntimeHints hints = new RuntimeHints();
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter(RedisRuntimeHints.class::isInstance)
			.forEach((registrar) -> registrar.registerHints(hints, getClass().getClassLoader()));
		Resource[] scripts = new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/delay/redis/script/*.lua");
		assertThat(scripts).hasSizeGreaterThan(RedisScript.values().length)
			.allSatisfy((script) -> assertThat(hints).matches(
					RuntimeHintsPredicates.resource().forResource("io/delay/redis/script/" + script.getFilename())));
	}

}
