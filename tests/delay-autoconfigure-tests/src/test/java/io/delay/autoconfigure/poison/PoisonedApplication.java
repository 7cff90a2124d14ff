// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.poison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.OnRedis;
import io.delay.listener.JobContext;

/**
 * An application in a JVM of its own that does as its orders say, up to its own end.
 * Tells its parent which orders are done.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@OnRedis
@Import(PoisonedApplication.OrderListener.class)
public class PoisonedApplication {

	static final String TOPIC = "orders";

	static final String DONE = "done ";

	static final int EXIT_CODE = 3;

	static final int CONCURRENCY = 4;

	public static void main(String[] args) {
		Thread parentWatch = new Thread(PoisonedApplication::endWithParent, "parent-watch");
		parentWatch.setDaemon(true);
		parentWatch.start();
		new SpringApplicationBuilder(PoisonedApplication.class).web(WebApplicationType.NONE).run(args);
	}

	private static void endWithParent() {
		try {
			while (System.in.read() >= 0) {
				// the parent says nothing, but lives
			}
		}
		catch (IOException ex) {
			// the parent is gone
		}
		Runtime.getRuntime().halt(1);
	}

	enum Effect {

		NONE, THROW, EXIT, OUT_OF_MEMORY

	}

	record Order(Effect effect) {

	}

	static class PoisonException extends RuntimeException {

		PoisonException(String message) {
			super(message);
		}

	}

	static class OrderListener {

		@DelayListener(topic = TOPIC, concurrency = "" + CONCURRENCY, ttr = "2s", maxAttempts = "50",
				backoff = @Backoff(type = "fixed", delay = "200ms"))
		void handle(Order order, JobContext context) {
			switch (order.effect()) {
				case NONE -> System.out.println(DONE + context.id());
				case THROW -> throw new PoisonException("I am " + context.id());
				case EXIT -> System.exit(EXIT_CODE);
				default -> runOutOfMemory();
			}
		}

		private static void runOutOfMemory() {
			List<byte[]> hoard = new ArrayList<>();
			while (hoard.size() >= 0) {
				hoard.add(new byte[1 << 20]);
			}
		}

	}

}
