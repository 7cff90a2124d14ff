// SPDX-License-Identifier: Apache-2.0

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
