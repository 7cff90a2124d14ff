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

package io.delay.redis.wakeup;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.SubscriptionListener;

/**
 * Receives the messages and the confirmations of channels on the connection for wake-ups.
 * A message has the form {@code partition:time in ms:microseconds until then}, or is
 * {@code void token id} if a lease of a job that is held ahead has become void, or
 * {@code recall} if jobs that are held ahead must be handed back. Any other message makes
 * the listeners check for jobs, which is harmless.
 */
final class WakeUpMessageListener implements MessageListener, SubscriptionListener {

	private static final String RECALL = "recall";

	private static final Pattern VOID = Pattern.compile("void (\\S+) (\\S+)");

	private static final Pattern MESSAGE = Pattern.compile("(\\d{1,9}):(\\d{1,15}):(\\d{1,18})");

	private final RedisWakeUps wakeUps;

	WakeUpMessageListener(RedisWakeUps wakeUps) {
		this.wakeUps = wakeUps;
	}

	@Override
	public void onMessage(Message message, byte @Nullable [] pattern) {
		String channel = text(message.getChannel());
		String body = text(message.getBody());
		if (body.equals(RECALL)) {
			this.wakeUps.recalled(channel);
		}
		else {
			onEvent(channel, body);
		}
	}

	private void onEvent(String channel, String body) {
		Matcher lease = VOID.matcher(body);
		if (lease.matches()) {
			this.wakeUps.leaseVoided(channel, lease.group(1), lease.group(2));
			return;
		}
		Matcher event = MESSAGE.matcher(body);
		this.wakeUps.wakeUp(channel, event.matches() ? wakeUp(event) : WakeUp.CHECK_NOW);
	}

	private static WakeUp wakeUp(Matcher matcher) {
		return new WakeUp(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)),
				Duration.of(Long.parseLong(matcher.group(3)), ChronoUnit.MICROS));
	}

	@Override
	public void onChannelSubscribed(byte[] channel, long count) {
		this.wakeUps.confirmed(this, text(channel));
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
