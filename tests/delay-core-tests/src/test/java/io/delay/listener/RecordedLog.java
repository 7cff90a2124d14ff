// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.List;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;

/**
 * Keeps what one class, or all of a package, logs, instead of printing it.
 */
public final class RecordedLog implements AutoCloseable {

	private final Logger logger;

	private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

	public RecordedLog(Class<?> type) {
		this(type.getName());
	}

	public RecordedLog(String name) {
		this.logger = (Logger) LoggerFactory.getLogger(name);
		this.logger.setLevel(Level.DEBUG);
		this.logger.setAdditive(false);
		this.appender.start();
		this.logger.addAppender(this.appender);
	}

	public List<String> messages(Level level) {
		return List.copyOf(this.appender.list)
			.stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	/**
	 * Everything that was logged, with the exceptions and their causes.
	 */
	public String text() {
		return List.copyOf(this.appender.list)
			.stream()
			.map((event) -> event.getFormattedMessage() + "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()))
			.collect(Collectors.joining("\n"));
	}

	public void setLevel(Level level) {
		this.logger.setLevel(level);
	}

	/**
	 * Throw whenever something is logged from here on.
	 */
	public void refuse() {
		this.appender.addFilter(new Filter<>() {

			@Override
			public FilterReply decide(ILoggingEvent event) {
				// Logback swallows exceptions
				throw new AssertionError("The appender is broken");
			}

		});
	}

	@Override
	public void close() {
		this.logger.detachAppender(this.appender);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

}
