// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.List;
import java.util.stream.IntStream;

import io.delay.store.SettleResult;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Settles jobs as a listener does: a settlement is repeated while another transaction,
 * such as a reserve, has locked its job.
 */
public final class Settlements {

	private static final int MAX_CALLS = 100;

	private Settlements() {
	}

	/**
	 * Settle jobs whose leases must be valid.
	 * @param store the store
	 * @param settlements at least one
	 */
	public static void settle(JdbcJobStore store, List<? extends Settlement> settlements) {
		List<Settlement> left = List.copyOf(settlements);
		for (int call = 1; call <= MAX_CALLS && !left.isEmpty(); call++) {
			List<Settlement> called = left;
			List<SettleResult> results = store.settle(called);
			assertThat(results).containsAnyOf(SettleResult.DONE, SettleResult.UNREACHABLE)
				.doesNotContain(SettleResult.LEASE_LOST);
			left = IntStream.range(0, called.size())
				.filter((i) -> results.get(i) == SettleResult.UNREACHABLE)
				.mapToObj(called::get)
				.toList();
		}
		assertThat(left).isEmpty();
	}

}
