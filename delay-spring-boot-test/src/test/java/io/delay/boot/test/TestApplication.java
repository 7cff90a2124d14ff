// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayFailureHandler;
import io.delay.annotation.DelayListener;
import io.delay.event.JobBuriedEvent;
import io.delay.listener.JobContext;
import io.delay.submit.DelaySubmit;
import io.delay.template.DelayTemplate;

/**
 * An application with some listeners.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class TestApplication {

	@Bean
	Orders orders(JdbcClient jdbc, Clock clock, DelayTemplate delayTemplate) {
		return new Orders(jdbc, clock, delayTemplate);
	}

	static class Orders {

		private final List<String> handled = new ArrayList<>();

		private final List<Thread> threads = new ArrayList<>();

		private final List<JobBuriedEvent> buried = new ArrayList<>();

		private final JdbcClient jdbc;

		private final Clock clock;

		private final DelayTemplate delayTemplate;

		/** Run by the handler of the topic "hook". */
		private Runnable hook = () -> {
		};

		Orders(JdbcClient jdbc, Clock clock, DelayTemplate delayTemplate) {
			this.jdbc = jdbc;
			this.clock = clock;
			this.delayTemplate = delayTemplate;
			this.jdbc.sql("create table orders (id varchar(20), state varchar(20))").update();
		}

		void reset() {
			this.handled.clear();
			this.threads.clear();
			this.buried.clear();
			this.jdbc.sql("delete from orders").update();
			this.hook = () -> {
			};
		}

		String state(String id) {
			return this.jdbc.sql("select state from orders where id = ?").param(id).query(String.class).single();
		}

		List<String> handled() {
			return this.handled;
		}

		List<Thread> threads() {
			return this.threads;
		}

		List<JobBuriedEvent> buried() {
			return this.buried;
		}

		void hook(Runnable hook) {
			this.hook = hook;
		}

		private void handled(JobContext context) {
			this.handled.add(context.id() + " at " + this.clock.instant());
			this.threads.add(Thread.currentThread());
		}

		@DelayListener(topic = "order-timeout")
		void close(Order order, JobContext context) {
			handled(context);
		}

		@DelayListener(topic = "order-reminder")
		void remind(String text, JobContext context) {
			handled(context);
		}

		@Transactional
		@DelayListener(topic = "callback", maxAttempts = "3",
				backoff = @Backoff(type = "exponential", delay = "10s", multiplier = "3"))
		void call(Order order, JobContext context) {
			this.jdbc.sql("insert into orders values (?, ?)").param(order.id()).param("called").update();
			handled(context);
			if (order.item().equals("broken")) {
				throw new NoAnswerException(order.id());
			}
		}

		@DelayListener(topic = "chain")
		void goOn(String step, JobContext context) {
			handled(context);
			int next = Integer.parseInt(step) + 1;
			if (next <= 3) {
				this.delayTemplate.submit("chain", String.valueOf(next), Duration.ofMinutes(1));
			}
		}

		@DelayListener(topic = "endless")
		void repeat(String text) {
			this.delayTemplate.submit("endless", text, Duration.ZERO);
		}

		@DelayListener(topic = "limited", rateLimit = "2/m")
		void limited(String text, JobContext context) {
			handled(context);
		}

		@DelayListener(topic = "hook", maxAttempts = "1")
		void callHook(String text) {
			this.hook.run();
		}

		@DelayListener(topic = "fragile", maxAttempts = "2", backoff = @Backoff(type = "fixed", delay = "10s"))
		void fail(String text) {
			throw new NoAnswerException(text);
		}

		@DelayFailureHandler(topic = "fragile")
		void giveUp(String text, JobContext context) {
			handled(context);
		}

		@Transactional
		@DelaySubmit(topic = "order-reminder", id = "#id", payload = "#item", delay = "1h")
		void place(String id, String item) {
			this.jdbc.sql("insert into orders values (?, ?)").param(id).param("placed").update();
			if (item.equals("broken")) {
				throw new NoAnswerException(id);
			}
		}

		@EventListener
		void onBuried(JobBuriedEvent event) {
			this.buried.add(event);
			this.threads.add(Thread.currentThread());
		}

	}

	record Order(String id, String item, Instant placed) {

	}

	static final class NoAnswerException extends RuntimeException {

		NoAnswerException(String id) {
			super("no answer for " + id);
		}

	}

}
