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

/**
 * The figures of a phase.
 */
enum LoadFigure {

	/** Jobs per second. */
	RATE("jobs/s"),

	/** Microseconds of CPU per job of the process of the clients. */
	CLIENT_CPU("client CPU per job: µs"),

	/** Microseconds of CPU per job of the server in front of the store. */
	SERVER_CPU("server CPU per job: µs"),

	/** Microseconds of CPU per job of Redis or beanstalkd. */
	STORE_CPU("store CPU per job: µs");

	private final String title;

	LoadFigure(String title) {
		this.title = title;
	}

	String title() {
		return this.title;
	}

	String key(LoadPhase phase) {
		return phase.name() + "." + name();
	}

}
