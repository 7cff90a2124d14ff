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

package io.delay.drill;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where requests go.
 *
 * @param address the address of the server
 * @param authorization the header of this name, empty if there is none
 */
record Target(String address, String authorization) {

	static Target open(String address) {
		return new Target(address, "");
	}

	static Target of(String address, String user, String password) {
		byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
		return new Target(address, "Basic " + Base64.getEncoder().encodeToString(credentials));
	}

}
