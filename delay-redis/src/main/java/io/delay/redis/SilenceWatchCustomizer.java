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

package io.delay.redis;

import java.time.Duration;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;

/**
 * Puts a {@link SilenceWatch} on every connection, beside what the application customizes
 * itself.
 */
final class SilenceWatchCustomizer implements NettyCustomizer {

	private final NettyCustomizer application;

	private final Duration timeout;

	/**
	 * Create a customizer.
	 * @param application what the application customizes
	 * @param timeout how long Redis may be silent
	 */
	SilenceWatchCustomizer(NettyCustomizer application, Duration timeout) {
		this.application = application;
		this.timeout = timeout;
	}

	@Override
	public void afterBootstrapInitialized(Bootstrap bootstrap) {
		this.application.afterBootstrapInitialized(bootstrap);
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		this.application.afterChannelInitialized(channel);
		channel.pipeline().addFirst(new SilenceWatch(this.timeout));
	}

}
