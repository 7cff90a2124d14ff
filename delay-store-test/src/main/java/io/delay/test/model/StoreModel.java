// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.util.List;
import java.util.Random;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterProperty;

import io.delay.store.history.HistorySettings;

/**
 * A store does and keeps exactly what the store in memory does and keeps, in random
 * sequences of everything that can be done to them. The report names the seed, with which
 * {@code @Property(seed = "…")} runs the same sequences again, and what is left of a
 * sequence that failed once all steps are gone that do not matter.
 *
 * @since 0.1.0
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
public abstract class StoreModel {

	// On average half as long, so a thousand sequences are 100,000 operations
	private static final int LONGEST_SEQUENCE = 200;

	private final Model memory;

	private final ModelledStore tested;

	/**
	 * Create the properties.
	 * @param memory the store in memory
	 * @param tested the store that must behave like it
	 */
	protected StoreModel(Model memory, ModelledStore tested) {
		this.memory = memory;
		this.tested = tested;
	}

	@Property
	void allOperationsTogether(@ForAll("everything") Sequence sequence) {
		run(sequence);
	}

	@Property
	void workersThatSettleLateAndMissReplies(@ForAll("workers") Sequence sequence) {
		run(sequence);
	}

	@Property
	void manyJobsOfAllPriorities(@ForAll("priorities") Sequence sequence) {
		run(sequence);
	}

	@Property
	void busyAdministrators(@ForAll("administration") Sequence sequence) {
		run(sequence);
	}

	@Provide
	Arbitrary<Sequence> everything() {
		return sequences(Mix.EVERYTHING);
	}

	@Provide
	Arbitrary<Sequence> workers() {
		return sequences(Mix.WORKERS);
	}

	@Provide
	Arbitrary<Sequence> priorities() {
		return sequences(Mix.PRIORITIES);
	}

	@Provide
	Arbitrary<Sequence> administration() {
		return sequences(Mix.ADMINISTRATION);
	}

	@AfterProperty
	void close() {
		this.tested.close();
	}

	/**
	 * Run a sequence on both stores.
	 */
	protected void run(Sequence sequence) {
		new Session(this.memory, this.tested, sequence.history()).run(sequence.steps());
	}

	/**
	 * Return random sequences.
	 * @param mix what they are made of
	 * @return the sequences
	 */
	protected static Arbitrary<Sequence> sequences(Mix mix) {
		return sequences(mix, LONGEST_SEQUENCE);
	}

	/**
	 * Return random sequences of a maximum length.
	 * @param mix what they are made of
	 * @param longest the maximum number of steps
	 * @return the sequences
	 */
	public static Arbitrary<Sequence> sequences(Mix mix, int longest) {
		Arbitrary<List<Step>> steps = Arbitraries.randomValue((Random random) -> new Steps(mix, random).next())
			.list()
			.ofMinSize(1)
			.ofMaxSize(longest)
			.withSizeDistribution(RandomDistribution.uniform());
		// Runs contain times of the clock, of which not all stores know whether it is
		// behind
		List<HistorySettings> histories = mix.forgets() ? Sequence.HISTORIES : List.of(HistorySettings.OFF);
		return Combinators.combine(Arbitraries.of(histories), steps).as(Sequence::new);
	}

}
