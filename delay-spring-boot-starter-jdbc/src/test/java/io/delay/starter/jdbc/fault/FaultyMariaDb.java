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

package io.delay.starter.jdbc.fault;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.util.Assert;

import io.delay.starter.jdbc.MariaDbServer;

/**
 * A MariaDB that can be stopped.
 */
final class FaultyMariaDb implements FaultServer {

	private static final Pattern PORT = Pattern.compile(":(\\d+)/");

	private final MariaDbServer server = MariaDbServer.start();

	@Override
	public String name() {
		return "MariaDB";
	}

	@Override
	public String url(int port) {
		return PORT.matcher(this.server.url()).replaceFirst(":" + port + "/");
	}

	@Override
	public int port() {
		Matcher port = PORT.matcher(this.server.url());
		Assert.state(port.find(), "The URL has no port");
		return Integer.parseInt(port.group(1));
	}

	@Override
	public void stop() {
		this.server.stop();
	}

	@Override
	public void start() {
		this.server.restart();
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
