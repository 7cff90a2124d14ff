// SPDX-License-Identifier: Apache-2.0

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
	void hintsIncludeEveryScriptAndFragment() throws IOException {
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
