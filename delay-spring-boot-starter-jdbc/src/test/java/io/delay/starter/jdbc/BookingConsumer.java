// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.annotation.DelayListener;

/**
 * An application whose handler inserts a row for each job. It runs in a process of its
 * own, which a test kills.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class BookingConsumer {

	public static void main(String[] args) throws InterruptedException {
		new SpringApplicationBuilder(BookingConsumer.class)
			.properties("spring.main.banner-mode=off", "delay.job.ttr=2s", "delay.job.max-attempts=100",
					"delay.listener.concurrency=4", JdbcApplication.WITHOUT_MAPPERS, JdbcApplication.NO_REPOSITORIES)
			.run(args);
		Thread.currentThread().join();
	}

	@Bean
	Listener listener(JdbcTemplate database) {
		return new Listener(database);
	}

	static class Listener {

		private final JdbcTemplate database;

		Listener(JdbcTemplate database) {
			this.database = database;
		}

		@DelayListener(topic = "booking", transactional = "true")
		void handle(String id) throws InterruptedException {
			this.database.update("INSERT INTO booking VALUES (?)", id);
			Thread.sleep(10);
		}

	}

}
