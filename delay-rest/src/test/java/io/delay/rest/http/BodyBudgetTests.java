// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BodyBudget}, {@link BodyShare}, {@link BodyReceiver} and when
 * {@link RestCalls} gives the memory back.
 */
@Timeout(60)
class BodyBudgetTests {

	private static final int KB = 1024;

	private final BodyBudget budget = new BodyBudget(DataSize.ofKilobytes(400));

	@Test
	void bodiesHoldWhatHasArrived() {
		BodyShare first = this.budget.open();
		BodyShare second = this.budget.open();
		first.add(300 * KB);
		second.add(100 * KB);
		assertThat(this.budget.held()).isEqualTo(400 * KB);
		first.close();
		assertThat(this.budget.held()).isEqualTo(100 * KB);
		second.close();
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void bodyWithoutMemoryIsRefusedAndGivesBackWhatItHolds() {
		BodyShare first = this.budget.open();
		first.add(300 * KB);
		BodyShare second = this.budget.open();
		second.add(99 * KB);
		assertRefused(() -> second.add(2 * KB));
		assertThat(this.budget.held()).isEqualTo(300 * KB);
		first.add(100 * KB);
		second.use();
		second.close();
		assertThat(this.budget.held()).isEqualTo(400 * KB);
	}

	@Test
	void smallBodiesAreReceivedWhileLargeOnesUseTheWholeBudget() {
		this.budget.open().add(400 * KB);
		this.budget.checkRoom(64 * KB);
		BodyShare small = this.budget.open();
		small.add(64 * KB);
		assertRefused(() -> small.add(1));
		this.budget.open().add(64 * KB);
		BodyShare rest = this.budget.open();
		rest.add(36 * KB);
		assertRefused(() -> this.budget.open().add(1));
		assertThat(this.budget.held()).isEqualTo(500 * KB);
	}

	@Test
	void declaredLengthIsComparedButNotHeld() {
		this.budget.checkRoom(400 * KB);
		this.budget.checkRoom(-1);
		assertThat(this.budget.held()).isZero();
		this.budget.open().add(1);
		assertRefused(() -> this.budget.checkRoom(400 * KB));
		this.budget.checkRoom(400 * KB - 1);
	}

	@Test
	void memoryIsGivenBackOnce() {
		this.budget.open().add(KB);
		BodyShare share = this.budget.open();
		share.add(KB);
		share.close();
		share.close();
		share.abandon();
		assertThat(this.budget.held()).isEqualTo(KB);
	}

	@Test
	void operationWhoseBodyWasNotReceivedBegins() {
		BodyShare share = this.budget.open();
		share.add(KB);
		share.clear();
		assertThat(this.budget.held()).isZero();
		share.use();
		share.close();
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void bytesThatArriveAfterTheEndHoldNothing() {
		BodyShare share = this.budget.open();
		share.abandon();
		assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> share.add(1));
		assertThatExceptionOfType(ProblemException.class).isThrownBy(share::use);
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void operationKeepsTheMemoryWhenTheClientHangsUp() {
		BodyShare share = this.budget.open();
		share.add(KB);
		share.use();
		share.abandon();
		assertThat(this.budget.held()).isEqualTo(KB);
		share.close();
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void receiverRefusesBodiesThatAreTooLarge() {
		BodyReceiver receiver = new BodyReceiver(new BodyLimit(DataSize.ofBytes(5)), this.budget.open());
		receiver.receive("abcd".getBytes(), 3);
		receiver.receive("defg".getBytes(), 2);
		assertThat(receiver.body()).asString().isEqualTo("abcde");
		assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> receiver.receive(new byte[1], 1))
			.satisfies((ex) -> assertThat(ex.problem().type()).isEqualTo(ProblemType.REQUEST_TOO_LARGE));
		assertThat(this.budget.held()).isEqualTo(5);
	}

	@Test
	void parallelBodiesNeverHoldMoreThanTheMaximum() throws Exception {
		int threads = 8;
		CyclicBarrier start = new CyclicBarrier(threads);
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Future<Integer>> refused = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				refused.add(executor.submit((Callable<Integer>) () -> {
					start.await(30, TimeUnit.SECONDS);
					return receiveMany();
				}));
			}
			int sum = 0;
			for (Future<Integer> count : refused) {
				sum += count.get(30, TimeUnit.SECONDS);
			}
			assertThat(sum).isPositive();
			assertThat(this.budget.held()).isZero();
		}
		finally {
			executor.shutdownNow();
		}
	}

	private int receiveMany() {
		int refused = 0;
		for (int i = 0; i < 50_000; i++) {
			BodyShare share = this.budget.open();
			try {
				share.add(250 * KB);
				assertThat(this.budget.held() / KB).isEqualTo(250);
			}
			catch (ProblemException ex) {
				refused++;
			}
			share.close();
		}
		return refused;
	}

	@Test
	void memoryIsHeldUntilTheOperationHasEnded() {
		List<Long> held = new ArrayList<>();
		RestCalls calls = new RestCalls(false, Runnable::run);
		calls.call(request("application/json"), (request) -> {
			held.add(this.budget.held());
			// The client hangs up
			request.share().abandon();
			held.add(this.budget.held());
			return RestAnswer.empty();
		});
		assertThat(held).containsExactly((long) KB, (long) KB);
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void memoryIsGivenBackWhenTheOperationFails() {
		new RestCalls(false, Runnable::run).call(request("application/json"), (request) -> {
			throw new IllegalArgumentException("expected");
		});
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void memoryIsGivenBackWhenTheRequestIsRefused() {
		RestCalls calls = new RestCalls(false, Runnable::run);
		calls.call(request("text/plain"), (request) -> RestAnswer.empty());
		assertThat(this.budget.held()).isZero();
		new RestCalls(false, (task) -> {
			throw new RejectedExecutionException("expected");
		}).call(request("application/json"), (request) -> RestAnswer.empty());
		assertThat(this.budget.held()).isZero();
		calls.answer(request("application/json"), MediaType.APPLICATION_JSON, RestAnswer.empty());
		assertThat(this.budget.held()).isZero();
	}

	@Test
	void requestThatWaitsHoldsNoMemory() {
		CompletableFuture<ResponseEntity<byte[]>> jobs = new CompletableFuture<>();
		CompletableFuture<ResponseEntity<byte[]>> answer = new RestCalls(false, Runnable::run)
			.callOrWait(request("application/json"), (request) -> jobs, RestAnswer.empty())
			.toCompletableFuture();
		assertThat(answer).isNotDone();
		assertThat(this.budget.held()).isZero();
		jobs.complete(RestAnswer.empty());
		assertThat(answer).isDone();
	}

	private RestRequest request(String contentType) {
		BodyShare share = this.budget.open();
		share.add(KB);
		return new RestRequest(new RequestHead(HttpMethod.POST, "/a", null, contentType, null, null), () -> new byte[0],
				share, ClientConnection.OPEN);
	}

	private static void assertRefused(Runnable receive) {
		assertThatExceptionOfType(ProblemException.class).isThrownBy(receive::run).satisfies((ex) -> {
			assertThat(ex.problem().type()).isEqualTo(ProblemType.SERVER_BUSY);
			assertThat(ex.problem().headers()).containsEntry("Retry-After", "1");
		});
	}

}
