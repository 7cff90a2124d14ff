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

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.annotation.DelayListener;

/**
 * An application with one listener, which prints how long its start took and then ends.
 *
 * @since 0.1.0
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class StartedApplication {

	@DelayListener(topic = "started")
	void handle(String payload) {
	}

	/**
	 * Start, print and end.
	 * @param arguments arguments of the application
	 */
	public static void main(String[] arguments) {
		try (ConfigurableApplicationContext context = SpringApplication.run(StartedApplication.class, arguments)) {
			System.out.println(StartTimes.ofThisThread().line());
		}
	}

}
