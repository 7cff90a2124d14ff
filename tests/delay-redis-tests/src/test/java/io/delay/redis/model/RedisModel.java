// SPDX-License-Identifier: Apache-2.0

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
