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

package io.delay.benchmarks.delay;

import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

import io.delay.test.redis.EmbeddedRedis;

/**
 * How late jobs start on an idle application; with {@code -DwarmUp=50000} after that many
 * other jobs, so that the JVM has compiled the code. With {@code -Dpoison=200}, measures
 * how late good jobs start with and without that many bad jobs among them.
 *
 * @since 0.1.0
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({ IdleLateness.class, PoisonLateness.class, PoisonJobs.class })
public class LatenessBenchmark {

	/**
	 * Measure, print and end.
	 * @param arguments arguments of the application
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] arguments) throws InterruptedException {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			String[] all = Stream
				.concat(Stream.of("--spring.data.redis.host=" + redis.host(),
						"--spring.data.redis.port=" + redis.port()), Stream.of(arguments))
				.toArray(String[]::new);
			try (ConfigurableApplicationContext context = SpringApplication.run(LatenessBenchmark.class, all)) {
				int poison = Integer.getInteger("poison", 0);
				if (poison > 0) {
					context.getBean(PoisonLateness.class).measure(poison);
				}
				else {
					context.getBean(IdleLateness.class).measure(Integer.getInteger("warmUp", 0));
				}
			}
		}
	}

}
