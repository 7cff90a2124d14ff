// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.model;

import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;

import io.delay.jdbc.TestDatabase;
import io.delay.test.model.StoreModel;
import io.delay.test.model.VisibleMemory;
import io.delay.test.mysql.MySqlForTests;

/**
 * Random sequences on MySQL.
 */
@Tag("thorough")
@Tag("weekly")
@AddLifecycleHook(MySqlModelTests.OnMySql.class)
class MySqlModelTests extends StoreModel {

	MySqlModelTests() {
		super(new VisibleMemory(), new ModelledJdbc(TestDatabase.MYSQL));
	}

	/**
	 * The counterpart of {@code EnabledOnMySql}, which this test engine does not know.
	 */
	static final class OnMySql implements SkipExecutionHook {

		@Override
		public SkipResult shouldBeSkipped(LifecycleContext context) {
			return MySqlForTests.isSpecified() ? SkipResult.doNotSkip()
					: SkipResult.skip(MySqlForTests.DISABLED_REASON);
		}

	}

}
