// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.partition;

/**
 * The number of partitions of a topic as it was last looked up. It is outdated once Redis
 * reports a different number.
 */
public final class PartitionCount {

	private final int partitions;

	private final String text;

	private volatile boolean outdated;

	public PartitionCount(int partitions) {
		this(partitions, Integer.toString(partitions));
	}

	// For a move, which passes the layout that it has written instead of the number.
	PartitionCount(int partitions, String text) {
		this.partitions = partitions;
		this.text = text;
	}

	String text() {
		return this.text;
	}

	public int partitions() {
		return this.partitions;
	}

	public void setOutdated() {
		this.outdated = true;
	}

	boolean isOutdated() {
		return this.outdated;
	}

}
