// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import net.jqwik.api.Group;
import net.jqwik.api.Tag;

import io.delay.redis.ModelledRedis;
import io.delay.test.model.Steps;

/**
 * Runs each property of {@link RedisModel} under four seeds, twenty in all.
 */
@Tag("thorough")
class RedisModelTests {

	@Group
	class FirstSeeds extends RedisModel {

		FirstSeeds() throws Exception {
			super(ModelledRedis.standalone(Steps.TOPICS, 1));
		}

	}

	@Group
	class SecondSeeds extends RedisModel {

		SecondSeeds() throws Exception {
			super(ModelledRedis.standalone(Steps.TOPICS, 1));
		}

	}

	@Group
	class ThirdSeeds extends RedisModel {

		ThirdSeeds() throws Exception {
			super(ModelledRedis.standalone(Steps.TOPICS, 1));
		}

	}

	@Group
	class FourthSeeds extends RedisModel {

		FourthSeeds() throws Exception {
			super(ModelledRedis.standalone(Steps.TOPICS, 1));
		}

	}

}
