// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

/**
 * A failure that Jackson reported. The message of its exception must not be shown,
 * because it may quote the payload.
 *
 * @param exception the exception of Jackson
 * @param path where in the payload it occurred, empty if unknown
 * @param line the line in the payload, 0 or less if unknown
 * @param column the column in the payload
 */
record JsonFailure(Exception exception, String path, int line, int column) {

	/**
	 * Describe the failure without quoting values of the payload.
	 * @return the type of the exception and of its cause, the path and the position
	 */
	String describe() {
		StringBuilder text = new StringBuilder(this.exception.getClass().getName());
		if (!this.path.isEmpty()) {
			text.append(" at ").append(this.path);
		}
		if (this.line > 0) {
			text.append(", line ").append(this.line).append(", column ").append(this.column);
		}
		Throwable cause = this.exception.getCause();
		if (cause != null) {
			text.append(", caused by ").append(cause.getClass().getName());
		}
		return text.toString();
	}

}
