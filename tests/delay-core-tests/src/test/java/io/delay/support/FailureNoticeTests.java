// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link FailureNotice}.
 */
class FailureNoticeTests {

	@Test
	void aLogThatThrowsDoesNotAffectTheCaller() {
		Logger logger = (Logger) LoggerFactory.getLogger(FailureNotice.class);
		BrokenAppender appender = new BrokenAppender(logger.getLoggerContext());
		logger.addAppender(appender);
		try {
			FailureNotice notice = new FailureNotice("A test");
			assertThatNoException().isThrownBy(() -> notice.failed(new IllegalStateException("no")));
			assertThat(appender.tries).isEqualTo(2);
		}
		finally {
			logger.detachAppender(appender);
		}
	}

	/**
	 * Fails in a way that Logback does not catch.
	 */
	private static final class BrokenAppender extends AppenderBase<ILoggingEvent> {

		private int tries;

		BrokenAppender(LoggerContext context) {
			setContext(context);
		}

		@Override
		public void doAppend(ILoggingEvent event) {
			this.tries++;
			throw new IllegalStateException("The disk is full");
		}

		@Override
		protected void append(ILoggingEvent event) {
		}

	}

}
