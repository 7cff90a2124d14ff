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

package io.delay.benchmarks.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * An answer of a server, to which bytes are added until it is complete. It reads no more
 * of HTTP than is necessary, so that the client uses little CPU. An instance is used by
 * one thread.
 */
final class HttpAnswer {

	private static final int UNKNOWN = -1;

	private static final byte[] HEAD_END = { '\r', '\n', '\r', '\n' };

	private static final byte[] LAST_CHUNK = { '\r', '\n', '0', '\r', '\n', '\r', '\n' };

	private byte[] bytes = new byte[1024];

	private int size;

	private int bodyStart = UNKNOWN;

	private int length = UNKNOWN;

	private boolean isLast;

	/**
	 * Add bytes.
	 * @param more the bytes, none of which belongs to a later answer
	 * @return whether the answer is complete
	 */
	boolean add(ByteBuffer more) {
		int count = more.remaining();
		if (this.size + count > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(2 * this.bytes.length, this.size + count));
		}
		more.get(this.bytes, this.size, count);
		int searched = Math.max(0, this.size - HEAD_END.length);
		this.size += count;
		if (this.bodyStart == UNKNOWN) {
			readHead(searched);
		}
		return isComplete();
	}

	private void readHead(int from) {
		for (int i = from; i <= this.size - HEAD_END.length; i++) {
			if (Arrays.equals(this.bytes, i, i + HEAD_END.length, HEAD_END, 0, HEAD_END.length)) {
				this.bodyStart = i + HEAD_END.length;
				String head = new String(this.bytes, 0, i, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
				this.isLast = head.contains("\r\nconnection: close");
				this.length = length(head);
				return;
			}
		}
	}

	private int length(String head) {
		String field = "\r\ncontent-length: ";
		int start = head.indexOf(field);
		if (start == -1) {
			return (status() == 204) ? 0 : UNKNOWN;
		}
		int end = head.indexOf('\r', start + field.length());
		return Integer.parseInt(head, start + field.length(), (end != -1) ? end : head.length(), 10);
	}

	private boolean isComplete() {
		if (this.bodyStart == UNKNOWN) {
			return false;
		}
		if (this.length != UNKNOWN) {
			return this.size >= this.bodyStart + this.length;
		}
		int end = this.size - LAST_CHUNK.length;
		return end >= this.bodyStart && Arrays.equals(this.bytes, end, this.size, LAST_CHUNK, 0, LAST_CHUNK.length);
	}

	boolean hasHead() {
		return this.bodyStart != UNKNOWN;
	}

	// HTTP/1.1 and a space are before it
	int status() {
		return Integer.parseInt(new String(this.bytes, 9, 3, StandardCharsets.ISO_8859_1));
	}

	/**
	 * Whether the server closes the connection after this answer.
	 * @return whether it does
	 */
	boolean isLast() {
		return this.isLast;
	}

	String body() {
		return (this.length != UNKNOWN) ? text(this.bodyStart, this.length) : chunks();
	}

	private String chunks() {
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		int position = this.bodyStart;
		int chunk = UNKNOWN;
		while (chunk != 0) {
			int lineEnd = position;
			while (this.bytes[lineEnd] != '\r') {
				lineEnd++;
			}
			chunk = Integer.parseInt(text(position, lineEnd - position), 16);
			content.write(this.bytes, lineEnd + 2, chunk);
			position = lineEnd + 2 + chunk + 2;
		}
		return content.toString(StandardCharsets.UTF_8);
	}

	private String text(int start, int count) {
		return new String(this.bytes, start, count, StandardCharsets.UTF_8);
	}

}
