// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

/**
 * The payload of a job: two numbers, padded to {@value #LENGTH} characters.
 *
 * @param sequence the number of the job, from 0
 * @param dueMicros when it is due by the clock of the client
 */
public record Payload(int sequence, long dueMicros) {

	static final int LENGTH = 200;

	private static final String FILLER = "x".repeat(LENGTH);

	String text() {
		StringBuilder text = new StringBuilder(LENGTH);
		text.append(this.sequence).append(' ').append(this.dueMicros).append(' ');
		return text.append(FILLER, text.length(), LENGTH).toString();
	}

	public static Payload parse(String text) {
		int first = text.indexOf(' ');
		int second = text.indexOf(' ', first + 1);
		return new Payload(Integer.parseInt(text, 0, first, 10), Long.parseLong(text, first + 1, second, 10));
	}

}
