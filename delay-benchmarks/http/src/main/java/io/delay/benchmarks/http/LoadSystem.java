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

package io.delay.benchmarks.http;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The systems that are compared.
 */
enum LoadSystem {

	/** The server as it is delivered. */
	SERVER("server", "delay-server") {

		@Override
		ServerProcess startServer(Servers servers, ServerProcess store) {
			return servers.delayServer(store);
		}

	},

	/** An application with Spring WebFlux. */
	WEBFLUX("webflux", "WebFlux, no security") {

		@Override
		ServerProcess startServer(Servers servers, ServerProcess store) {
			return servers.webFlux(store);
		}

	},

	/** The template, without HTTP. */
	TEMPLATE("template", "DelayTemplate"),

	/** beanstalkd with its own protocol. */
	BEANSTALKD("beanstalkd", "beanstalkd") {

		@Override
		ServerProcess startStore() {
			return Servers.beanstalkd();
		}

	};

	private final String id;

	private final String title;

	LoadSystem(String id, String title) {
		this.id = id;
		this.title = title;
	}

	static LoadSystem of(String id) {
		return Arrays.stream(values())
			.filter((system) -> system.id.equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"There is no system '" + id + "'. Known: " + Arrays.stream(values()).map((it) -> it.id).toList()));
	}

	static List<LoadSystem> installed() {
		return Arrays.stream(values())
			.filter((system) -> system != BEANSTALKD || Servers.findBeanstalkd().isPresent())
			.toList();
	}

	String title() {
		return this.title;
	}

	/**
	 * Return the client that the clients' JVM uses.
	 * @return the name of the client
	 */
	String client() {
		return (this == SERVER || this == WEBFLUX) ? "http" : this.id;
	}

	ServerProcess startStore() {
		return Servers.redis();
	}

	/**
	 * Start the server in front of the store.
	 * @param servers starts it
	 * @param store the store
	 * @return the server, {@code null} if the clients use the store directly
	 */
	@Nullable ServerProcess startServer(Servers servers, ServerProcess store) {
		return null;
	}

}
