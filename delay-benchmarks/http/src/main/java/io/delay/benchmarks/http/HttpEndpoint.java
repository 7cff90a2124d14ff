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

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A server that offers Delay over HTTP.
 *
 * @param port its port on this machine
 * @param user the name of the user
 * @param password the password of the user
 */
record HttpEndpoint(int port, String user, String password) {

	private static final String PATH = "/delay/v1";

	byte[] post(String path, String body) {
		byte[] content = body.getBytes(StandardCharsets.UTF_8);
		byte[] head = ("POST " + PATH + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic " + credentials()
				+ "\r\nContent-Type: application/json\r\nContent-Length: " + content.length + "\r\n\r\n")
			.getBytes(StandardCharsets.ISO_8859_1);
		byte[] request = new byte[head.length + content.length];
		System.arraycopy(head, 0, request, 0, head.length);
		System.arraycopy(content, 0, request, head.length, content.length);
		return request;
	}

	private String credentials() {
		return Base64.getEncoder().encodeToString((this.user + ":" + this.password).getBytes(StandardCharsets.UTF_8));
	}

}
