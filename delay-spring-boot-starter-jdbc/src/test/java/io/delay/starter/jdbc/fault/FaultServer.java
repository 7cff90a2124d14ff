// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

/**
 * A database server that can fail.
 */
interface FaultServer extends AutoCloseable {

	String name();

	/**
	 * Return the URL of the database for clients of a port.
	 */
	String url(int port);

	int port();

	/**
	 * Stop the server. Transactions are rolled back.
	 */
	void stop();

	void start();

	@Override
	void close();

}
