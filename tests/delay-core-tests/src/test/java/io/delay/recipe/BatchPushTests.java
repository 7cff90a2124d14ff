// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BatchFailures;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for a batch push.
 */
class BatchPushTests {

	private final RecipeApplication application = RecipeApplication.of(PushService.class, Reminders.class);

	private final PushService push = this.application.bean(PushService.class);

	@AfterEach
	void close() {
		this.application.close();
	}

	private void remind(int count) {
		Reminders reminders = this.application.bean(Reminders.class);
		IntStream.range(0, count).forEach((i) -> reminders.remind("lesson-" + i, "device-" + i));
	}

	private JobState state(String id) {
		return this.application.template().find("lesson-reminder", id).map((job) -> job.state()).orElse(null);
	}

	@Test
	void remindersThatAreDueTogetherShareACall() {
		remind(250);
		this.application.advance(Duration.ofMinutes(30));
		assertThat(this.push.calls).containsExactly(100, 100, 50);
		assertThat(this.push.sent).hasSize(250);
	}

	@Test
	void rejectedMessageIsSentAgainAndTheOthersAreNot() {
		this.push.rejections.put("device-1", "quota exceeded");
		remind(3);
		this.application.advance(Duration.ofMinutes(30));
		assertThat(this.push.sent).containsExactlyInAnyOrder("device-0", "device-2");
		this.push.rejections.clear();
		this.application.advance(Duration.ofMinutes(1));
		assertThat(this.push.sent).containsExactlyInAnyOrder("device-0", "device-1", "device-2");
		assertThat(this.push.calls).containsExactly(3, 1);
	}

	@Test
	void messageToADeviceThatIsGoneIsNotSentAgain() {
		this.push.rejections.put("device-1", "unregistered");
		remind(2);
		this.application.advance(Duration.ofHours(2));
		assertThat(state("lesson-0")).isNull();
		assertThat(state("lesson-1")).isEqualTo(JobState.FAILED);
		assertThat(this.push.calls).containsExactly(2);
	}

	@Test
	void allMessagesAreSentAgainIfTheServiceIsUnavailable() {
		this.push.unavailable = true;
		remind(2);
		this.application.advance(Duration.ofMinutes(30));
		this.push.unavailable = false;
		this.application.advance(Duration.ofMinutes(1));
		assertThat(this.push.sent).containsExactlyInAnyOrder("device-0", "device-1");
	}

	record Reminder(String lesson, String device) {

	}

	record Message(String key, String device, String text) {

	}

	record Receipt(String rejection) {

		boolean isRejected() {
			return this.rejection != null;
		}

		boolean isPermanent() {
			return "unregistered".equals(this.rejection);
		}

	}

	static class RejectedException extends RuntimeException {

		RejectedException(String message) {
			super(message);
		}

	}

	static class UnregisteredException extends RejectedException {

		UnregisteredException(String message) {
			super(message);
		}

	}

	static class Reminders {

		private final PushService push;

		private final DelayTemplate delayTemplate;

		Reminders(PushService push, DelayTemplate delayTemplate) {
			this.push = push;
			this.delayTemplate = delayTemplate;
		}

		void remind(String lesson, String device) {
			this.delayTemplate.submit(Job.to("lesson-reminder")
				.id(lesson)
				.payload(new Reminder(lesson, device))
				.delay(Duration.ofMinutes(30))
				.build());
		}

		@DelayListener(topic = "lesson-reminder", batch = "100", concurrency = "4",
				backoff = @Backoff(type = "exponential", delay = "5s"), noRetryFor = UnregisteredException.class)
		void push(List<Reminder> reminders) throws BatchFailures {
			List<Receipt> receipts = this.push.send(reminders.stream()
				.map((reminder) -> new Message(reminder.lesson(), reminder.device(), "Your lesson begins"))
				.toList());
			BatchFailures failures = new BatchFailures();
			for (int i = 0; i < receipts.size(); i++) {
				Receipt receipt = receipts.get(i);
				if (receipt.isPermanent()) {
					failures.add(i, new UnregisteredException(receipt.rejection()));
				}
				else if (receipt.isRejected()) {
					failures.add(i, new RejectedException(receipt.rejection()));
				}
			}
			failures.throwIfAny();
		}

	}

	static class PushService {

		private final List<Integer> calls = new ArrayList<>();

		private final Set<String> sent = new HashSet<>();

		private final Map<String, String> rejections = new HashMap<>();

		private boolean unavailable;

		List<Receipt> send(List<Message> messages) {
			if (this.unavailable) {
				throw new IllegalStateException("The push service is unavailable");
			}
			this.calls.add(messages.size());
			return messages.stream().map((message) -> {
				String rejection = this.rejections.get(message.device());
				if (rejection == null) {
					this.sent.add(message.device());
				}
				return new Receipt(rejection);
			}).toList();
		}

	}

}
