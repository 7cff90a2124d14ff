// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

/**
 * Something that is done to both stores. It names jobs, workers and times, never what an
 * earlier step has answered, so that it makes sense in any sequence.
 */
public interface Operation {

	void run(Session session);

}
