// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import org.jspecify.annotations.Nullable;

import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.script.ScriptReply;
import io.delay.store.JobFailures;
import io.delay.store.Redelivery;

/**
 * Reads from the reply to a reserve which of the jobs were delivered before. The reply
 * lists the indexes of these jobs in ascending order. Each index is followed by the kind
 * of redelivery or, if the job is in failure handling, by its failures. For use by one
 * thread.
 */
final class Redeliveries {

	private static final long NONE = -1;

	private static final long ISOLATED = 2;

	private final ScriptReply reply;

	private long next;

	private Redelivery redelivery = Redelivery.NONE;

	private @Nullable JobFailures failures;

	Redeliveries(ScriptReply reply) {
		this.reply = reply;
		this.next = index();
	}

	void moveTo(int index) {
		this.redelivery = Redelivery.NONE;
		this.failures = null;
		while (this.next == index) {
			Object value = this.reply.next();
			if (value instanceof byte[] text) {
				this.failures = JobFailuresCodec.parse(text);
			}
			else {
				this.redelivery = Long.valueOf(ISOLATED).equals(value) ? Redelivery.ISOLATED : Redelivery.REPEATED;
			}
			this.next = index();
		}
	}

	Redelivery redelivery() {
		return this.redelivery;
	}

	@Nullable JobFailures failures() {
		return this.failures;
	}

	private long index() {
		return this.reply.hasNext() ? this.reply.nextLong() : NONE;
	}

}
