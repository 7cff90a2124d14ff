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

package io.delay.server;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * The server. It keeps no state of its own, so any number of servers can run on one
 * Redis.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
public class DelayServerApplication {

	public static void main(String[] args) {
		SpringApplication.run(DelayServerApplication.class, args);
	}

	@Bean
	UnreadBodyFilter unreadBodyFilter(@Value("${server.tomcat.threads.max:200}") int threads) {
		return new UnreadBodyFilter(Math.max(1, threads / 4));
	}

}
