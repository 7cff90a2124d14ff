// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.net.InetAddress;
import java.util.function.BooleanSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Warns at start-up if everyone in the network can change jobs in the console.
 */
final class OpenConsoleWarning implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(OpenConsoleWarning.class);

	private final BooleanSupplier writable;

	private final BooleanSupplier secured;

	private final @Nullable InetAddress address;

	// Without an address, the server listens on all of them
	OpenConsoleWarning(BooleanSupplier writable, BooleanSupplier secured, @Nullable InetAddress address) {
		this.writable = writable;
		this.secured = secured;
		this.address = address;
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		if (isOpen()) {
			logger.warn("Everyone who reaches this server can change and delete jobs in the console, because the "
					+ "endpoint 'delay' is unrestricted and there is no Spring Security. Add Spring Security, or set "
					+ "management.endpoint.delay.access=read-only, or set management.server.port and "
					+ "management.server.address=127.0.0.1");
		}
	}

	private boolean isOpen() {
		return this.writable.getAsBoolean() && !this.secured.getAsBoolean()
				&& (this.address == null || !this.address.isLoopbackAddress());
	}

}
