// SPDX-License-Identifier: Apache-2.0

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
