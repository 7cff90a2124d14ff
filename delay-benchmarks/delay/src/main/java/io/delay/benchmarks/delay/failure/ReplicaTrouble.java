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
