// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import io.delay.listener.UnprocessableJobException;
import io.delay.listener.lease.HeldLease;
import io.delay.store.FailureReason;

/**
 * Creates the reasons that are stored with failed jobs.
 */
public final class FailureReasons {

	private final String host;

	private final StackTraceText stackTraces;

	// A size of zero means no stack traces.
	public FailureReasons(String host, DataSize stackTraceSize) {
		this.host = host;
		this.stackTraces = new StackTraceText((int) stackTraceSize.toBytes());
	}

	FailureReason of(Throwable failure, HeldLease lease) {
		return FailureReason.of(failure, this.host, this.stackTraces.of(failure), lease.handlingTime());
	}

	FailureReason of(String reason, HeldLease lease) {
		return new FailureReason(reason, this.host, null, lease.handlingTime());
	}

	/**
	 * Writes the stack traces that are stored with failed jobs: the first frames of the
	 * exception and of its first nine causes, as many of each as fit. If one frame of
	 * each is too long, only the causes are named, with shortened messages. Suppressed
	 * exceptions are left out.
	 */
	static final class StackTraceText {

		private static final int[] NUMBERS_OF_FRAMES = { 20, 10, 5, 2, 1, 0 };

		private static final int MAX_CAUSES = 9;

		private static final int MAX_MESSAGE = 300;

		private static final int MAX_MESSAGE_WITHOUT_FRAMES = 60;

		private final int maxBytes;

		// The maximum is the length in UTF-8, zero for no stack traces.
		StackTraceText(int maxBytes) {
			this.maxBytes = maxBytes;
		}

		/**
		 * Return the lines that follow the first line of the stack trace of an exception.
		 */
		@Nullable String of(Throwable failure) {
			try {
				byte[] text = new byte[0];
				for (int i = 0; i < NUMBERS_OF_FRAMES.length && (i == 0 || text.length > this.maxBytes); i++) {
					text = write(failure, NUMBERS_OF_FRAMES[i]).getBytes(StandardCharsets.UTF_8);
				}
				int end = Math.min(text.length, this.maxBytes);
				while (end > 0 && end < text.length && text[end] != '\n') {
					end--;
				}
				return (end > 0) ? new String(text, 0, end, StandardCharsets.UTF_8) : null;
			}
			catch (RuntimeException | Error ex) {
				return null;
			}
		}

		private static String write(Throwable failure, int frames) {
			StringBuilder text = new StringBuilder();
			boolean confidential = false;
			Throwable exception = failure;
			for (int i = 0; exception != null && i <= MAX_CAUSES; i++) {
				if (i > 0) {
					text.append("\nCaused by: ").append(exception.getClass().getName());
					text.append(confidential ? ""
							: message(exception, (frames > 0) ? MAX_MESSAGE : MAX_MESSAGE_WITHOUT_FRAMES));
				}
				StackTraceElement[] trace = exception.getStackTrace();
				for (int k = 0; k < Math.min(frames, trace.length); k++) {
					text.append("\n\tat ").append(trace[k]);
				}
				if (frames > 0 && trace.length > frames) {
					text.append("\n\t... ").append(trace.length - frames).append(" more");
				}
				// Its causes can contain values of the payload, unlike the exception
				// itself
				confidential |= exception instanceof UnprocessableJobException;
				exception = exception.getCause();
			}
			return text.isEmpty() ? "" : text.substring(1);
		}

		private static String message(Throwable exception, int max) {
			String message = exception.getMessage();
			if (message == null) {
				return "";
			}
			return ": " + ((message.length() > max) ? message.substring(0, max) + "..." : message);
		}

	}

}
