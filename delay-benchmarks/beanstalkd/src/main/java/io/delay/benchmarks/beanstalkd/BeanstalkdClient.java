// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A connection to beanstalkd for one thread; only {@link #close()} may be called by
 * another one. An unexpected reply closes the connection, because the replies to later
 * commands could not be told apart from it.
 *
 * @since 0.1.0
 */
public final class BeanstalkdClient implements AutoCloseable {

	private static final int MAX_WAIT_MILLIS = 30_000;

	private static final int FOREVER = 0;

	private static final byte[] LINE_END = { '\r', '\n' };

	private final Socket socket;

	private final DataInputStream in;

	private final OutputStream out;

	/**
	 * Connect to a server.
	 * @param host the host of the server
	 */
	public BeanstalkdClient(String host, int port) {
		try {
			this.socket = new Socket(host, port);
			this.socket.setTcpNoDelay(true);
			this.socket.setSoTimeout(MAX_WAIT_MILLIS);
			this.in = new DataInputStream(new BufferedInputStream(this.socket.getInputStream()));
			this.out = new BufferedOutputStream(this.socket.getOutputStream());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Connection to beanstalkd at " + host + ":" + port + " failed", ex);
		}
	}

	/** Put later jobs into a tube. */
	public void use(String tube) {
		call("use " + tube, "USING");
	}

	/** Also reserve jobs from a tube. */
	public void watch(String tube) {
		call("watch " + tube, "WATCHING");
	}

	/**
	 * Put a job.
	 * @param body the payload
	 * @param delay when the job is due, from now, rounded up to whole seconds
	 * @param ttr the TTR, rounded up to whole seconds
	 * @return the id of the job
	 */
	public long put(byte[] body, Duration delay, Duration ttr) {
		try {
			writePut(body, delay, ttr);
			return readInserted();
		}
		catch (IOException ex) {
			throw failure("put", ex);
		}
	}

	/**
	 * Put jobs. All commands are sent before the first reply is read, so the replies must
	 * fit into the buffers of the sockets.
	 * @param bodies the payload of each job
	 * @param delay when the jobs are due, from now, rounded up to whole seconds
	 * @param ttr the TTR, rounded up to whole seconds
	 */
	public void putAll(List<byte[]> bodies, Duration delay, Duration ttr) {
		try {
			for (byte[] body : bodies) {
				writePut(body, delay, ttr);
			}
			for (int i = 0; i < bodies.size(); i++) {
				readInserted();
			}
		}
		catch (IOException ex) {
			throw failure("put", ex);
		}
	}

	// Waits until a job can be reserved.
	ReservedJob reserve() {
		try {
			write("reserve");
			return readReserved();
		}
		catch (IOException ex) {
			throw failure("reserve", ex);
		}
	}

	/**
	 * Reserve jobs that are ready. All commands are sent before the first reply is read,
	 * so the replies must fit into the buffers of the sockets.
	 * @param limit the maximum number of jobs
	 * @return the jobs, empty if none is ready
	 */
	public List<ReservedJob> reserveAll(int limit) {
		try {
			for (int i = 0; i < limit; i++) {
				write("reserve-with-timeout 0");
			}
			List<ReservedJob> jobs = new ArrayList<>(limit);
			for (int i = 0; i < limit; i++) {
				String[] reply = read("reserve-with-timeout", Set.of("RESERVED", "TIMED_OUT"));
				if (reply[0].equals("RESERVED")) {
					jobs.add(new ReservedJob(Long.parseLong(reply[1]), readBody(reply[2])));
				}
			}
			return jobs;
		}
		catch (IOException ex) {
			throw failure("reserve-with-timeout", ex);
		}
	}

	/**
	 * Delete reserved jobs. All commands are sent before the first reply is read.
	 * @param ids the ids of the jobs
	 * @throws IllegalStateException if one of them is no longer reserved
	 */
	public void deleteAll(List<Long> ids) {
		try {
			for (long id : ids) {
				write("delete " + id);
			}
			for (int i = 0; i < ids.size(); i++) {
				read("delete", Set.of("DELETED"));
			}
		}
		catch (IOException ex) {
			throw failure("delete", ex);
		}
	}

	// Both commands are sent at once. A job whose TTR has expired in the meantime is not
	// deleted; beanstalkd delivers it again.
	ReservedJob deleteAndReserve(long id) {
		try {
			write("delete " + id);
			write("reserve");
			read("delete", Set.of("DELETED", "NOT_FOUND"));
			return readReserved();
		}
		catch (IOException ex) {
			throw failure("delete", ex);
		}
	}

	// What beanstalkd reports about itself.
	Map<String, String> stats() {
		try {
			write("stats");
			String[] reply = read("stats", Set.of("OK"));
			return new String(readBody(reply[1]), StandardCharsets.US_ASCII).lines()
				.map((line) -> line.split(": ", 2))
				.filter((field) -> field.length == 2)
				.collect(Collectors.toMap((field) -> field[0], (field) -> field[1].replace("\"", "")));
		}
		catch (IOException ex) {
			throw failure("stats", ex);
		}
	}

	// beanstalkd counts in whole seconds. Rounded up, because a job must not be early.
	static long wholeSeconds(Duration duration) {
		return duration.plusNanos(999_999_999).toSeconds();
	}

	private void writePut(byte[] body, Duration delay, Duration ttr) throws IOException {
		write("put 0 " + wholeSeconds(delay) + " " + wholeSeconds(ttr) + " " + body.length);
		this.out.write(body);
		this.out.write(LINE_END);
	}

	private long readInserted() throws IOException {
		return Long.parseLong(read("put", Set.of("INSERTED"))[1]);
	}

	private ReservedJob readReserved() throws IOException {
		this.out.flush();
		this.socket.setSoTimeout(FOREVER);
		String[] reply = read("reserve", Set.of("RESERVED"));
		this.socket.setSoTimeout(MAX_WAIT_MILLIS);
		return new ReservedJob(Long.parseLong(reply[1]), readBody(reply[2]));
	}

	private void call(String command, String expected) {
		try {
			write(command);
			read(command, Set.of(expected));
		}
		catch (IOException ex) {
			throw failure(command, ex);
		}
	}

	private void write(String line) throws IOException {
		this.out.write(line.getBytes(StandardCharsets.US_ASCII));
		this.out.write(LINE_END);
	}

	// Reads the words of a reply, of which the first one must be as expected.
	private String[] read(String command, Set<String> expected) throws IOException {
		this.out.flush();
		String line = readLine();
		String[] words = line.split(" ");
		if (!expected.contains(words[0])) {
			close();
			throw new IllegalStateException(
					"beanstalkd rejected '" + command + "' with '" + line + "'; the connection was closed");
		}
		return words;
	}

	private String readLine() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = this.in.read(); next != '\n'; next = this.in.read()) {
			if (next < 0) {
				throw new EOFException("The server closed the connection");
			}
			line.append((char) next);
		}
		line.setLength(line.length() - 1);
		return line.toString();
	}

	private byte[] readBody(String length) throws IOException {
		byte[] body = new byte[Integer.parseInt(length)];
		this.in.readFully(body);
		this.in.skipNBytes(LINE_END.length);
		return body;
	}

	private static UncheckedIOException failure(String command, IOException cause) {
		return new UncheckedIOException("beanstalkd did not answer '" + command + "'", cause);
	}

	boolean isClosed() {
		return this.socket.isClosed();
	}

	// beanstalkd releases the jobs that the connection has reserved.
	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
