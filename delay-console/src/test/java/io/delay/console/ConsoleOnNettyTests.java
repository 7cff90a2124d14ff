// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import io.delay.test.redis.RedisForTests;

/**
 * On Netty, with Redis.
 */
@Tag("thorough")
@Tag("weekly")
class ConsoleOnNettyTests extends ConsoleTests {

	@BeforeAll
	static void start() {
		start(ConsoleApplication.onNetty().onRedis(RedisForTests.shared()).start());
	}

}
