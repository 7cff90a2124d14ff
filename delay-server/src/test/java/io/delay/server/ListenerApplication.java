// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import io.delay.annotation.DelayListener;
import io.delay.test.redis.EmbeddedRedis;

/**
 * An application in Java on the same Redis as the server.
 */
final class ListenerApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private ListenerApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static ListenerApplication start(EmbeddedRedis redis) {
		return new ListenerApplication(new SpringApplicationBuilder(Configuration.class).web(WebApplicationType.NONE)
			.run("--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port()));
	}

	List<String> handled() {
		return this.context.getBean(Listener.class).payloads;
	}

	@Override
	public void close() {
		this.context.close();
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Configuration {

		@Bean
		Listener listener() {
			return new Listener();
		}

	}

	static class Listener {

		private final List<String> payloads = new CopyOnWriteArrayList<>();

		@DelayListener(topic = "java")
		void handle(String payload) {
			this.payloads.add(payload);
		}

	}

}
