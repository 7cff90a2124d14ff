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

package io.delay.redis.replication;

import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;

/**
 * Puts a {@link WriteNotifyingHandler} on every connection, beside what another one puts
 * there.
 */
public final class WriteNotifyingCustomizer implements NettyCustomizer {

	private final NettyCustomizer other;

	public WriteNotifyingCustomizer(NettyCustomizer other) {
		this.other = other;
	}

	@Override
	public void afterBootstrapInitialized(Bootstrap bootstrap) {
		this.other.afterBootstrapInitialized(bootstrap);
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		this.other.afterChannelInitialized(channel);
		ChannelPipeline pipeline = channel.pipeline();
		pipeline.addBefore(pipeline.context(CommandHandler.class).name(), null, new WriteNotifyingHandler());
	}

}
