// SPDX-License-Identifier: Apache-2.0

package io.delay.test.net;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delay.test.net.TcpProxy.Fault;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Breaks the first data that contains a text.
 *
 * @since 0.1.0
 */
public final class Trap implements TcpProxy.Rule {

	private final boolean isAnswer;

	private final String text;

	private final Fault fault;

	private final CountDownLatch sprung = new CountDownLatch(1);

	private Trap(boolean isAnswer, String text, Fault fault) {
		this.isAnswer = isAnswer;
		this.text = text;
		this.fault = fault;
	}

	/**
	 * Return a trap for a request.
	 * @param fault what happens to the request
	 * @return the trap
	 */
	public static Trap request(String text, Fault fault) {
		return new Trap(false, text, fault);
	}

	/**
	 * Return a trap for an answer.
	 * @param fault what happens to the answer
	 * @return the trap
	 */
	public static Trap answer(String text, Fault fault) {
		return new Trap(true, text, fault);
	}

	@Override
	public synchronized Fault faultFor(boolean isAnswer, String text) {
		if (this.sprung.getCount() == 0 || this.isAnswer != isAnswer || !text.contains(this.text)) {
			return Fault.NONE;
		}
		this.sprung.countDown();
		return this.fault;
	}

	/**
	 * Wait until some data contained the text.
	 */
	public void awaitSprung() {
		try {
			assertThat(this.sprung.await(30, TimeUnit.SECONDS)).as("nothing contained %s", this.text).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
