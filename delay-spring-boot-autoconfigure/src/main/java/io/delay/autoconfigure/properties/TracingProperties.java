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
