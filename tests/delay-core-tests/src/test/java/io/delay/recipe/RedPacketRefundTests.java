// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for the refund of a red packet.
 */
class RedPacketRefundTests {

	private final RecipeApplication application = RecipeApplication.of(Packets.class, Wallet.class,
			RedPacketService.class);

	private final RedPacketService service = this.application.bean(RedPacketService.class);

	private final Packets packets = this.application.bean(Packets.class);

	private final Wallet wallet = this.application.bean(Wallet.class);

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void restIsRefundedAfter24Hours() {
		this.service.send("packet-1", "lily", 100);
		this.packets.open("packet-1", 30);
		this.application.advance(Duration.ofHours(24));
		assertThat(this.wallet.payments).containsExactly(Map.entry("refund-packet-1", 70L));
		assertThat(this.packets.open("packet-1", 10)).isFalse();
	}

	@Test
	void packetWithoutARestIsNotRefunded() {
		this.service.send("packet-1", "lily", 100);
		this.packets.open("packet-1", 100);
		this.application.advance(Duration.ofHours(24));
		assertThat(this.wallet.payments).isEmpty();
	}

	@Test
	void refundIsPaidOnceThoughItIsAttemptedTwice() {
		this.wallet.lostReplies = 1;
		this.service.send("packet-1", "lily", 100);
		this.application.advance(Duration.ofHours(25));
		assertThat(this.wallet.calls).isEqualTo(2);
		assertThat(this.wallet.payments).containsExactly(Map.entry("refund-packet-1", 100L));
	}

	@Test
	void refundThatFailsForDaysWaitsForAnOperator() {
		this.wallet.lostReplies = Integer.MAX_VALUE;
		this.service.send("packet-1", "lily", 100);
		this.application.advance(Duration.ofDays(3));
		assertThat(this.wallet.calls).isEqualTo(40);
		assertThat(this.application.template().find("red-packet-refund", "packet-1").orElseThrow().state())
			.isEqualTo(JobState.FAILED);
	}

	record Refund(String packetId, String sender) {

	}

	static class RedPacketService {

		private final Packets packets;

		private final Wallet wallet;

		private final DelayTemplate delayTemplate;

		RedPacketService(Packets packets, Wallet wallet, DelayTemplate delayTemplate) {
			this.packets = packets;
			this.wallet = wallet;
			this.delayTemplate = delayTemplate;
		}

		void send(String packetId, String sender, long amount) {
			this.packets.add(packetId, amount);
			this.delayTemplate.afterCommit()
				.submit(Job.to("red-packet-refund")
					.id(packetId)
					.payload(new Refund(packetId, sender))
					.delay(Duration.ofHours(24))
					.build());
		}

		@DelayListener(topic = "red-packet-refund", maxAttempts = "40",
				backoff = @Backoff(type = "exponential", delay = "5s", maxDelay = "1h"))
		void refund(Refund refund) {
			long rest = this.packets.close(refund.packetId());
			if (rest > 0) {
				this.wallet.pay(refund.sender(), rest, "refund-" + refund.packetId());
			}
		}

	}

	/**
	 * A table of red packets.
	 */
	static class Packets {

		private final Map<String, Long> rests = new HashMap<>();

		private final Map<String, Long> closed = new HashMap<>();

		void add(String packetId, long amount) {
			this.rests.put(packetId, amount);
		}

		boolean open(String packetId, long amount) {
			if (this.closed.containsKey(packetId)) {
				return false;
			}
			this.rests.merge(packetId, -amount, Long::sum);
			return true;
		}

		// Each call returns the same rest
		long close(String packetId) {
			return this.closed.computeIfAbsent(packetId, this.rests::get);
		}

	}

	/**
	 * A payment service that pays once for each reference.
	 */
	static class Wallet {

		private final Map<String, Long> payments = new HashMap<>();

		private int calls;

		private int lostReplies;

		void pay(String receiver, long amount, String reference) {
			this.calls++;
			this.payments.putIfAbsent(reference, amount);
			if (this.calls <= this.lostReplies) {
				throw new IllegalStateException("No reply from the payment service");
			}
		}

	}

}
