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

package io.delay.benchmarks.beanstalkd;

import java.io.UncheckedIOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BeanstalkdClient} that need no beanstalkd.
 */
class UnconnectedBeanstalkdClientTests {

	@Test
	void aPartOfASecondCountsAsAWholeSecond() {
		assertThat(BeanstalkdClient.wholeSeconds(Duration.ZERO)).isZero();
		assertThat(BeanstalkdClient.wholeSeconds(Duration.ofNanos(1))).isEqualTo(1);
		assertThat(BeanstalkdClient.wholeSeconds(Duration.ofSeconds(2).minusNanos(1))).isEqualTo(2);
		assertThat(BeanstalkdClient.wholeSeconds(Duration.ofSeconds(2))).isEqualTo(2);
	}

	@Test
	void aServerThatIsNotThereIsReportedWithItsAddress() {
		int port = BeanstalkdProcess.findFreePort();
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> new BeanstalkdClient(BeanstalkdProcess.HOST, port))
			.withMessage("Connection to beanstalkd at 127.0.0.1:" + port + " failed");
	}

}
