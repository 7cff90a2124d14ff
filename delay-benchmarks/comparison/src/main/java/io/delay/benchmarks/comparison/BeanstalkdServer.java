// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.ArrayList;
import java.util.List;

/**
 * A beanstalkd on a free port with its defaults, with or without a log.
 */
final class BeanstalkdServer implements Store {

	static final String NOT_INSTALLED = "'beanstalkd' is not on the path; Debian's package 'beanstalkd' contains it";

	private static final String PROGRAM = "beanstalkd";

	private final TemporaryFolder folder;

	private final LocalPort port;

	private final String description;

	private final Process process;

	private BeanstalkdServer(TemporaryFolder folder, LocalPort port, String description, Process process) {
		this.folder = folder;
		this.port = port;
		this.description = description;
		this.process = process;
	}

	static boolean isInstalled() {
		return Programs.find(PROGRAM).isPresent();
	}

	static BeanstalkdServer start(boolean appendOnly) {
		TemporaryFolder folder = new TemporaryFolder();
		LocalPort port = LocalPort.findFree();
		List<String> command = new ArrayList<>(
				List.of(PROGRAM, "-l", LocalPort.HOST, "-p", String.valueOf(port.number())));
		if (appendOnly) {
			command.addAll(List.of("-b", folder.path().toString(), "-f", "1000"));
		}
		String description = Programs.run(List.of(PROGRAM, "-v"))
				+ (appendOnly ? ", a log that is synced once a second" : ", all data in memory only");
		BeanstalkdServer server = new BeanstalkdServer(folder, port, description, Programs.startServer(command));
		port.awaitServer();
		return server;
	}

	@Override
	public List<String> arguments() {
		return List.of("host=" + LocalPort.HOST, "port=" + this.port.number());
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public void close() {
		Programs.stop(this.process);
		this.folder.close();
	}

}
