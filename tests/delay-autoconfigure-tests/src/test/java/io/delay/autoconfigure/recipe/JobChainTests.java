// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.util.Assert;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.RedisNamespace;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The recipe for job chains, on a real Redis.
 */
@Timeout(60)
class JobChainTests {

	@RegisterExtension
	private final RedisNamespace namespace = new RedisNamespace();

	@Test
	void nextJobIsSubmittedOnceThoughItsPredecessorIsDeliveredTwice() {
		this.namespace.application().withBean(Shop.class).withBean(OrderChain.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			Shop shop = context.getBean(Shop.class);
			List<Instant> dueTimes = new CopyOnWriteArrayList<>();
			shop.mailServer = () -> {
				dueTimes.add(template.find("order-ship", "7").orElseThrow().dueTime());
				Assert.state(dueTimes.size() > 1, "The mail server is unavailable");
			};
			template.submit(Job.to("order-charge").id("7").payload(new OrderStep("7")).build());
			await().until(() -> template.find("order-charge", "7").isEmpty());
			assertThat(dueTimes).hasSize(2).containsOnly(dueTimes.get(0));
			template.reschedule("order-ship", "7", Duration.ZERO);
			await().until(() -> template.find("order-ship", "7").isEmpty());
			assertThat(shop.log).containsExactly("charge 7", "charge 7", "receipt 7", "ship 7");
		});
	}

	@Test
	void stepsOfOneTopicFollowEachOther() {
		this.namespace.application().withBean(Shop.class).withBean(OrderReturns.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			Shop shop = context.getBean(Shop.class);
			template.submit(Job.to("order-return").id("7").payload(new ReturnStep("7", "refund")).build());
			await().until(() -> template.find("order-return", "7").isEmpty());
			assertThat(shop.log).containsExactly("refund 7", "restock 7");
		});
	}

	record OrderStep(String orderId) {

	}

	record ReturnStep(String orderId, String step) {

	}

	static class OrderChain {

		private final Shop shop;

		private final DelayTemplate delayTemplate;

		OrderChain(Shop shop, DelayTemplate delayTemplate) {
			this.shop = shop;
			this.delayTemplate = delayTemplate;
		}

		@DelayListener(topic = "order-charge", backoff = @Backoff(type = "exponential", delay = "500ms"))
		void charge(OrderStep step, JobContext context) {
			this.shop.charge(step.orderId());
			this.delayTemplate
				.submit(Job.to("order-ship").id(context.id()).payload(step).delay(Duration.ofHours(1)).build());
			this.shop.sendReceipt(step.orderId());
		}

		@DelayListener("order-ship")
		void ship(OrderStep step) {
			this.shop.ship(step.orderId());
		}

	}

	static class OrderReturns {

		private final Shop shop;

		OrderReturns(Shop shop) {
			this.shop = shop;
		}

		@DelayListener("order-return")
		void next(ReturnStep step, JobContext context) {
			switch (step.step()) {
				case "refund" -> {
					this.shop.refund(step.orderId());
					context.resubmit(new ReturnStep(step.orderId(), "restock"), Duration.ZERO);
				}
				case "restock" -> this.shop.restock(step.orderId());
				default -> context.bury("Unknown step " + step.step());
			}
		}

	}

	static class Shop {

		private final List<String> log = new CopyOnWriteArrayList<>();

		private volatile Runnable mailServer = () -> {
		};

		void charge(String orderId) {
			this.log.add("charge " + orderId);
		}

		void sendReceipt(String orderId) {
			this.mailServer.run();
			this.log.add("receipt " + orderId);
		}

		void ship(String orderId) {
			this.log.add("ship " + orderId);
		}

		void refund(String orderId) {
			this.log.add("refund " + orderId);
		}

		void restock(String orderId) {
			this.log.add("restock " + orderId);
		}

	}

}
