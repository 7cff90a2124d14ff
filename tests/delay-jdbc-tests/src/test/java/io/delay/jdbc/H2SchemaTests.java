// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

/**
 * The tables on H2.
 */
class H2SchemaTests extends SchemaContract {

	H2SchemaTests() {
		super(TestDatabase.H2, 10);
	}

}
