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

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Makes a thread other than that of the connection wait for the replies to what it sends,
 * so that this thread continues with what follows.
 */
final class SynchronousWrites extends ChannelOutboundHandlerAdapter {

	private final Queue<CompletableFuture<?>> written = new ConcurrentLinkedQueue<>();

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		Collection<?> commands = (message instanceof Collection<?> several) ? several : List.of(message);
		commands.forEach((command) -> this.written.add((CompletableFuture<?>) command));
		super.write(context, message, promise);
	}

	@Override
	public void flush(ChannelHandlerContext context) throws Exception {
		super.flush(context);
		boolean mayWait = !context.channel().eventLoop().inEventLoop();
		for (CompletableFuture<?> command = this.written.poll(); command != null; command = this.written.poll()) {
			if (mayWait) {
				command.handle((reply, failure) -> "replied").get(5, TimeUnit.SECONDS);
			}
		}
	}

}
