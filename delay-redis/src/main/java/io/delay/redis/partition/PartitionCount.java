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

package io.delay.redis.partition;

/**
 * The number of partitions of a topic as it was last looked up. It is outdated once Redis
 * reports a different number.
 */
public final class PartitionCount {

	private final int partitions;

	private final String text;

	private volatile boolean over;

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

	public void setOver() {
		this.over = true;
	}

	boolean isOver() {
		return this.over;
	}

}
