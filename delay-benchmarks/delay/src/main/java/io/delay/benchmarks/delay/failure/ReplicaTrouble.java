// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import io.lettuce.core.KillArgs;

import io.delay.test.redis.RedisNode;

/**
 * The fault that prevents replicas from following their master for a while before it is
 * killed.
 */
enum ReplicaTrouble {

	/** No fault: the replicas receive all data that the master has sent. */
	NONE {

		@Override
		void begin(RedisNode replica) {
			// nothing
		}

		@Override
		void end(RedisNode replica) {
			// nothing
		}

	},

	/**
	 * The replicas are frozen. On one machine, the data that the master sends meanwhile
	 * stays in the buffers of the system and outlives the master.
	 */
	FROZEN {

		@Override
		void begin(RedisNode replica) {
			replica.suspend();
		}

		@Override
		void end(RedisNode replica) {
			replica.resume();
		}

	},

	/**
	 * The replicas lose their connection to the master and cannot open another one, so
	 * that they miss all its writes meanwhile, as if its whole machine were lost.
	 */
	CUT_OFF {

		@Override
		void begin(RedisNode replica) {
			replica.ask((commands) -> {
				// The master refuses a password, because it has none
				commands.configSet("masterauth", "refused");
				return commands.clientKill(KillArgs.Builder.typeMaster());
			});
		}

		@Override
		void end(RedisNode replica) {
			replica.ask((commands) -> commands.configSet("masterauth", ""));
		}

	};

	static ReplicaTrouble of(String fault) {
		return switch (fault) {
			case "kill" -> NONE;
			case "stall" -> FROZEN;
			case "cut" -> CUT_OFF;
			default -> throw new IllegalArgumentException("There is no fault '" + fault + "'");
		};
	}

	abstract void begin(RedisNode replica);

	abstract void end(RedisNode replica);

}
