// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.redis;

import java.io.UncheckedIOException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.delay.benchmarks.kit.StoreAddress;

/**
 * Counts the commands that clients send. The counters of INFO do not distinguish these
 * from the commands that scripts execute, but MONITOR does, for every system. MONITOR
 * slows Redis down, so nothing else is measured meanwhile.
 */
public final class CommandMonitor implements AutoCloseable {

	private static final String IN_SCRIPT = " lua] ";

	private static final int MAX_WAIT_SECONDS = 30;

	private final RedisSocket commands;

	private final RedisSocket marks;

	/**
	 * Marks that were not seen yet; each is completed with the number of commands before
	 * it.
	 */
	private final ConcurrentHashMap<String, CompletableFuture<Long>> awaited = new ConcurrentHashMap<>();

	private CommandMonitor(StoreAddress store) {
		this.commands = new RedisSocket(store);
		this.marks = new RedisSocket(store);
	}

	public static CommandMonitor start(StoreAddress store) {
		CommandMonitor monitor = new CommandMonitor(store);
		monitor.commands.call("MONITOR");
		Thread thread = new Thread(monitor::run, "monitor");
		thread.setDaemon(true);
		thread.start();
		return monitor;
	}

	// The number of commands that clients have sent since the monitor started.
	public long commands() throws InterruptedException {
		String mark = UUID.randomUUID().toString();
		Future<Long> count = this.awaited.computeIfAbsent(mark, (key) -> new CompletableFuture<>());
		this.marks.call("ECHO " + mark);
		try {
			return count.get(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IllegalStateException("The monitor of commands has stopped", ex);
		}
	}

	private void run() {
		try {
			count();
		}
		catch (UncheckedIOException ex) {
			// Closed
		}
	}

	private void count() {
		long count = 0;
		while (true) {
			String line = this.commands.readLine();
			CompletableFuture<Long> mark = line.contains("\"ECHO\"") ? this.awaited.remove(argument(line)) : null;
			if (mark != null) {
				mark.complete(count);
			}
			else if (!line.contains(IN_SCRIPT)) {
				count++;
			}
		}
	}

	private static String argument(String line) {
		return line.substring(line.lastIndexOf('"', line.length() - 2) + 1, line.length() - 1);
	}

	@Override
	public void close() {
		this.commands.close();
		this.marks.close();
	}

}
