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
