// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.util.UUID;

import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Changes of jobs after the commit of a transaction of JDBC on H2.
 */
@Tag("thorough")
@Tag("versions")
class H2AfterCommitTests extends AfterCommitContract {

	@Override
	ApplicationContextRunner application() {
		return JdbcApplication.on("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
	}

}
