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

import io.netty.channel.Channel;

/**
 * A command that is notified when it is sent.
 */
interface WriteAware {

	/**
	 * Called before the command is sent, possibly not for the first time: if a write
	 * fails, the driver writes the command again, perhaps on the next connection.
	 * @param channel the connection on which it is sent
	 */
	void written(Channel channel);

}
