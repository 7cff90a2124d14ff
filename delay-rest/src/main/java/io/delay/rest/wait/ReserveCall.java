// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;

import io.delay.rest.http.ClientConnection;
import io.delay.store.ReserveRequest;

/**
 * A reserve of a client.
 *
 * @param maxWait the maximum time to wait for a job if none is ready, zero to return at
 * once
 */
public record ReserveCall(ReserveRequest request, Duration maxWait, ClientConnection client) {

	String topic() {
		return this.request.topic();
	}

}
