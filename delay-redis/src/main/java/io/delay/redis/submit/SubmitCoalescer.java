// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.share.SharedCalls;

/**
 * Combines the submits of many threads into shared calls. A submit is sent at once if
 * fewer than two calls are in progress. Otherwise it waits until a call returns. The
 * driver thread that has read the reply then sends all waiting submits together. A
 * failure of one submit does not affect the others: if a call is known not to have been
 * executed, each thread sends its own batch again.
 */
public final class SubmitCoalescer {

	/**
	 * The maximum number of calls in progress. While the reply to one call is in transit,
	 * the server executes the other call.
	 */
	private static final int MAX_UNDER_WAY = 2;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final PartitionKeys partition;

	private final SharedCalls<PendingSubmit, SubmitCall> calls;

	SubmitCoalescer(ScriptRunner runner, TopicRegistry topics, PartitionKeys partition) {
		this.runner = runner;
		this.topics = topics;
		this.partition = partition;
		this.calls = new SharedCalls<>(MAX_UNDER_WAY,
				(submits) -> new SubmitCall(runner, partition, this::replyReceived, submits));
	}

	/**
	 * Store jobs.
	 * @param batch the jobs
	 * @return the part of the script's reply that concerns these jobs
	 * @throws NoReplyException if it is unknown whether the jobs were stored
	 * @throws org.springframework.dao.DataAccessException if the jobs were not stored
	 */
	ScriptReply submit(SubmitBatch batch) {
		return awaitReply(enqueue(batch));
	}

	/**
	 * Submit jobs without waiting for the reply.
	 * @param batch the jobs
	 * @return the pending submit, to be passed to {@link #awaitReply}
	 */
	PendingSubmit enqueue(SubmitBatch batch) {
		PendingSubmit submit = new PendingSubmit(batch);
		send(this.calls.add(submit));
		return submit;
	}

	// Waits for the reply. Must be called by the thread that submitted the jobs.
	ScriptReply awaitReply(PendingSubmit submit) {
		ScriptReply reply = await(submit);
		return (reply != null) ? reply : this.topics.use(this.partition, () -> sendNow(submit));
	}

	private ScriptReply sendNow(PendingSubmit submit) {
		ScriptReply reply = run(submit.script(), submit);
		return reply.hasNext() ? reply : run(RedisScript.SUBMIT, submit);
	}

	private ScriptReply run(RedisScript script, PendingSubmit submit) {
		return this.runner.run(script, this.partition, submit.batch().arguments(this.partition));
	}

	// If a call cannot be sent, the waiting batches most likely cannot be sent either.
	// Each thread then sends its own batch, so that this thread does not have to retry
	// for an unlimited number of batches.
	private void send(@Nullable SubmitCall call) {
		if (call != null && !call.send()) {
			this.calls.abandon().forEach((submit) -> submit.sendSeparately(submit.script()));
		}
	}

	// Called by the thread that receives a reply, usually a thread of the driver.
	private void replyReceived() {
		send(this.calls.ended());
	}

	private @Nullable ScriptReply await(PendingSubmit submit) {
		long timeout = this.runner.timeoutNanos();
		try {
			return submit.await(timeout);
		}
		catch (TimeoutException ex) {
			return awaitCall(submit, callOf(submit, "Redis is too slow: no call could be sent within "
					+ Duration.ofNanos(timeout).toMillis() + " ms; nothing was sent", ex));
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(submit, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(submit, ex);
		}
	}

	private @Nullable ScriptReply awaitCall(PendingSubmit submit, SubmitCall call) {
		try {
			return submit.await(call.untilTimeout());
		}
		catch (TimeoutException ex) {
			call.cancel();
			throw new NoReplyException(
					"Redis gave no reply within " + Duration.ofNanos(this.runner.timeoutNanos()).toMillis() + " ms",
					ex);
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(submit, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(submit, ex);
		}
	}

	private DataAccessException failed(PendingSubmit submit, Exception failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return callOf(submit, "", failure).translate(cause);
	}

	private DataAccessException interrupted(PendingSubmit submit, InterruptedException interrupt) {
		Thread.currentThread().interrupt();
		callOf(submit, "Interrupted while waiting for Redis; nothing was sent", interrupt);
		return new NoReplyException("Interrupted while waiting for Redis", interrupt);
	}

	/**
	 * Return the call of a batch. If the batch is not in a call yet, it is withdrawn and
	 * will not be sent.
	 * @param submit the batch
	 * @param message the message of the exception
	 * @throws RedisConnectionFailureException if the batch was still waiting for a call
	 */
	private SubmitCall callOf(PendingSubmit submit, String message, Exception cause) {
		boolean withdrawn = this.calls.withdraw(submit);
		SubmitCall call = submit.call();
		if (withdrawn || call == null) {
			throw new RedisConnectionFailureException(message, cause);
		}
		return call;
	}

}
