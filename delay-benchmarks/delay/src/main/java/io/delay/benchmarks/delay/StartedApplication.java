// SPDX-License-Identifier: Apache-2.0

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
