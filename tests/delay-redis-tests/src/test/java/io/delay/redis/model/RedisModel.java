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

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

import io.delay.redis.ModelledRedis;
import io.delay.store.memory.ModelledMemory;
import io.delay.test.model.Mix;
import io.delay.test.model.Sequence;
import io.delay.test.model.StoreModel;

/**
 * The store on Redis does and keeps exactly what the store in memory does and keeps, also
 * when its clock steps back.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
abstract class RedisModel extends StoreModel {

	RedisModel(ModelledRedis redis) {
		super(new ModelledMemory(), redis);
	}

	@Property
	void aClockThatStepsBack(@ForAll("stepsBack") Sequence sequence) {
		run(sequence);
	}

	@Provide
	Arbitrary<Sequence> stepsBack() {
		return sequences(Mix.STEPS_BACK);
	}

}
