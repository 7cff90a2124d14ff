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

package io.delay.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delay.listener.ListenerSettings;

/**
 * An application instance in a JVM of its own, whose handlers begin with jobs and never
 * end. Tells its parent which jobs it holds, and until when. Closing it kills it.
 */
public final class ChildWorker implements AutoCloseable {

	private static final String HOLDS = "holds ";

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private final Process process;

	private final Map<String, Instant> held = new ConcurrentHashMap<>();

	private ChildWorker(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "child-worker-output");
		reader.setDaemon(true);
		reader.start();
	}

	static ChildWorker start(int port, String namespace, String topic, int concurrency, Duration ttr)
			throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		Process process = new ProcessBuilder(java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp", classPath,
				ChildWorker.class.getName(), Integer.toString(port), namespace, topic, Integer.toString(concurrency),
				ttr.toString())
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		return new ChildWorker(process);
	}

	/**
	 * The jobs that the child holds, and the ends of their leases.
	 */
	Map<String, Instant> held() {
		return this.held;
	}

	/**
	 * Kill the child with SIGKILL.
	 */
	void kill() throws InterruptedException {
		this.process.destroyForcibly();
		if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The child " + this.process.pid() + " does not die");
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	private void read() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				if (line.startsWith(HOLDS)) {
					String[] words = line.split(" ");
					this.held.put(words[1], Instant.parse(words[2]));
				}
			}
		}
		catch (IOException ex) {
			// the child is dead
		}
	}

	public static void main(String[] args) throws InterruptedException {
		CountDownLatch never = new CountDownLatch(1);
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2],
				ListenerSettings.builder().concurrency(Integer.parseInt(args[3])).ttr(Duration.parse(args[4])),
				(job, context) -> {
					System.out.println(HOLDS + context.id() + " " + context.deadline());
					never.await();
				});
		never.await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

}
