// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The PostgreSQL of this machine with its default settings, which write each commit to
 * disk.
 */
final class PostgresServer implements Store {

	static final String NOT_INSTALLED = "'initdb' is neither on the path nor in its Debian location; Debian's package 'postgresql' contains it";

	private static final Path DEBIAN_FOLDER = Path.of("/usr/lib/postgresql");

	/** PostgreSQL refuses to run as root; its packages create this user. */
	private static final String USER = "postgres";

	private final TemporaryFolder folder;

	private final LocalPort port = LocalPort.findFree();

	private final Path programs;

	private final Process process;

	private PostgresServer(Path programs) {
		this.programs = programs;
		this.folder = new TemporaryFolder();
		if (isRoot()) {
			Programs.run(List.of("chown", USER, this.folder.path().toString()));
		}
		Programs.run(command("initdb", "--pgdata", data(), "--username", USER, "--auth", "trust"));
		this.process = Programs.startServer(command("postgres", "-D", data(), "-h", LocalPort.HOST, "-p", port(), "-k",
				this.folder.path().toString()));
		List<String> check = command("pg_isready", "--host", LocalPort.HOST, "--port", port());
		MaxWait.await("PostgreSQL is ready", () -> Programs.succeeds(check));
	}

	static boolean isInstalled() {
		return findPrograms().isPresent();
	}

	static PostgresServer start() {
		return new PostgresServer(findPrograms().orElseThrow());
	}

	// The folder with all of its programs, because some installations put only a part of
	// them on the path.
	private static Optional<Path> findPrograms() {
		return Programs.find("initdb").map(PostgresServer::realFolder).or(PostgresServer::findDebianPrograms);
	}

	private static Path realFolder(Path program) {
		try {
			return program.toRealPath().resolveSibling("");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Optional<Path> findDebianPrograms() {
		try (Stream<Path> versions = Files.list(DEBIAN_FOLDER)) {
			return versions.map((version) -> version.resolve("bin"))
				.filter((bin) -> Files.isExecutable(bin.resolve("initdb")))
				.max(Comparator.naturalOrder());
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	private List<String> command(String program, String... arguments) {
		List<String> command = new ArrayList<>();
		if (isRoot()) {
			command.addAll(List.of("runuser", "-u", USER, "--"));
		}
		command.add(this.programs.resolve(program).toString());
		command.addAll(List.of(arguments));
		return command;
	}

	private static boolean isRoot() {
		return System.getProperty("user.name").equals("root");
	}

	private String data() {
		return this.folder.path().resolve("data").toString();
	}

	private String port() {
		return String.valueOf(this.port.number());
	}

	@Override
	public List<String> arguments() {
		return List.of("jdbc-url=jdbc:postgresql://" + LocalPort.HOST + ":" + port() + "/postgres?user=" + USER);
	}

	@Override
	public String description() {
		return Programs.run(command("postgres", "--version")) + ", its defaults";
	}

	@Override
	public void close() {
		Programs.run(command("pg_ctl", "stop", "--pgdata", data(), "--wait", "--mode", "immediate"));
		Programs.stop(this.process);
		this.folder.close();
	}

}
