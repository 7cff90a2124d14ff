// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

import io.delay.rest.problem.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bodies that arrive at the same time, each of which needs the whole {@link BodyBudget}.
 */
@Timeout(60)
class ConcurrentBodyTests {

	private static final int BODIES = 3;

	private static final int ROUNDS = 3000;

	private static final int CHUNK = 8192;

	private static final int CHUNKS = 50;

	private final BodyBudget budget = new BodyBudget(DataSize.ofBytes(CHUNK * CHUNKS));

	private final ExecutorService threads = Executors.newFixedThreadPool(BODIES);

	@AfterEach
	void close() {
		this.threads.shutdownNow();
	}

	@Test
	void atLeastOneIsReceived() throws Exception {
		List<Callable<Boolean>> bodies = Collections.nCopies(BODIES, this::receive);
		for (int round = 0; round < ROUNDS; round++) {
			int received = 0;
			for (Future<Boolean> body : this.threads.invokeAll(bodies, 30, TimeUnit.SECONDS)) {
				received += body.get() ? 1 : 0;
			}
			assertThat(received).isPositive();
			assertThat(this.budget.held()).isZero();
		}
	}

	private boolean receive() {
		BodyShare share = this.budget.open();
		try {
			for (int i = 0; i < CHUNKS; i++) {
				share.add(CHUNK);
			}
			return true;
		}
		catch (ProblemException ex) {
			return false;
		}
		finally {
			share.close();
		}
	}

}
