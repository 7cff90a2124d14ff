// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

/**
 * Configuration properties for Delay's traces.
 *
 * @since 0.1.0
 */
public class TracingProperties {

	/** How the span of a delivery relates to the span that submitted the job. */
	private Relation relation = Relation.LINK;

	public Relation getRelation() {
		return this.relation;
	}

	public void setRelation(Relation relation) {
		this.relation = relation;
	}

	/**
	 * Relation of the span of a delivery to the span of the submit.
	 */
	public enum Relation {

		/**
		 * Each delivery has its own trace with a link to the submit.
		 */
		LINK,

		/**
		 * Each delivery is a child of the submit in the same trace.
		 */
		CHILD

	}

}
