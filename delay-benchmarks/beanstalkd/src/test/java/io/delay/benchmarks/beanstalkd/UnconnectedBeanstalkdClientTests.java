// SPDX-License-Identifier: Apache-2.0

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
