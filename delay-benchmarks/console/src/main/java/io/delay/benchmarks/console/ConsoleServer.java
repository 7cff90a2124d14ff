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

package io.delay.benchmarks.console;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.store.JobStore;
import io.delay.test.redis.RedisNode;

/**
 * An application with the console, on a free port of this machine.
 */
final class ConsoleServer implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private ConsoleServer(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static ConsoleServer start(int redisPort) {
		return new ConsoleServer(new SpringApplicationBuilder(Application.class).web(WebApplicationType.REACTIVE)
			.run("--server.port=0", "--server.address=127.0.0.1", "--spring.main.banner-mode=off",
					"--logging.level.root=warn", "--logging.level.org.openqa.selenium=error",
					"--spring.data.redis.host=" + RedisNode.HOST, "--spring.data.redis.port=" + redisPort,
					"--delay.startup-check=off", "--delay.metrics.enabled=false", "--delay.history.max-count=1000000",
					"--management.endpoints.web.exposure.include=delay,delayconsole",
					"--management.endpoint.delay.access=unrestricted"));
	}

	JobStore store() {
		return this.context.getBean(JobStore.class);
	}

	String address() {
		return "http://127.0.0.1:" + this.context.getEnvironment().getRequiredProperty("local.server.port")
				+ "/actuator/delayconsole";
	}

	@Override
	public void close() {
		this.context.close();
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
