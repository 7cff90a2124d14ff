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

package io.delay.observation;

import java.util.HashMap;
import java.util.Map;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * What is known of a submit while it is observed. Its carrier takes the headers with
 * which tracing follows the jobs.
 *
 * @since 0.1.0
 */
public final class SubmitObservationContext extends SenderContext<Map<String, String>> implements TimedContext {

	/**
	 * The topic of a call that has jobs of several topics.
	 */
	public static final String SEVERAL_TOPICS = "several";

	private final KeyValueSet lowCardinality = new KeyValueSet();

	private final KeyValueSet highCardinality = new KeyValueSet();

	private final String topic;

	private final int jobs;

	private long startedAt = NOT_STARTED;

	private volatile @Nullable String jobId;

	private volatile @Nullable SubmitOutcome outcome;

	/**
	 * Create a context.
	 * @param topic the topic, or {@value #SEVERAL_TOPICS}
	 * @param jobs how many jobs the call has
	 */
	public SubmitObservationContext(String topic, int jobs) {
		super(SubmitObservationContext::addHeader, Kind.PRODUCER);
		Assert.notNull(topic, "'topic' must not be null");
		this.topic = topic;
		this.jobs = jobs;
	}

	// What a job could not have as a header is left out
	private static void addHeader(@Nullable Map<String, String> carrier, String name, @Nullable String value) {
		if (carrier != null && StringUtils.hasText(name) && value != null) {
			carrier.put(name, value);
		}
	}

	/**
	 * What takes the headers, made when somebody asks for it: most often nobody traces.
	 * @return the map, to which headers can be added
	 */
	@Override
	public Map<String, String> getCarrier() {
		Map<String, String> carrier = super.getCarrier();
		if (carrier == null) {
			carrier = new HashMap<>();
			setCarrier(carrier);
		}
		return carrier;
	}

	/**
	 * The headers with which tracing follows the jobs.
	 * @return the headers, empty if nobody traces
	 */
	public Map<String, String> headers() {
		Map<String, String> carrier = super.getCarrier();
		return (carrier != null) ? carrier : Map.of();
	}

	@Override
	public long startedAt() {
		return this.startedAt;
	}

	@Override
	public void startedAt(long time) {
		this.startedAt = time;
	}

	/**
	 * The topic of the jobs.
	 * @return the topic, or {@value #SEVERAL_TOPICS}
	 */
	public String topic() {
		return this.topic;
	}

	/**
	 * How many jobs the call has.
	 * @return the number
	 */
	public int jobs() {
		return this.jobs;
	}

	/**
	 * The id of the job.
	 * @return the id; {@code null} if the call has several jobs, or none was given and
	 * none generated so far
	 */
	public @Nullable String jobId() {
		return this.jobId;
	}

	/**
	 * Note the id of the job.
	 * @param jobId the id
	 */
	public void jobId(@Nullable String jobId) {
		this.jobId = jobId;
	}

	/**
	 * How the submit has ended.
	 * @return the outcome, {@code null} while it is under way
	 */
	public @Nullable SubmitOutcome outcome() {
		return this.outcome;
	}

	/**
	 * Note how the submit has ended.
	 * @param outcome the outcome
	 */
	public void outcome(SubmitOutcome outcome) {
		this.outcome = outcome;
	}

	@Override
	public Observation.Context addLowCardinalityKeyValue(KeyValue keyValue) {
		this.lowCardinality.add(keyValue);
		return this;
	}

	@Override
	public Observation.Context addLowCardinalityKeyValues(KeyValues keyValues) {
		this.lowCardinality.addAll(keyValues);
		return this;
	}

	@Override
	public Observation.Context removeLowCardinalityKeyValue(String keyName) {
		this.lowCardinality.remove(keyName);
		return this;
	}

	@Override
	public Observation.Context removeLowCardinalityKeyValues(String... keyNames) {
		this.lowCardinality.remove(keyNames);
		return this;
	}

	@Override
	public KeyValues getLowCardinalityKeyValues() {
		return this.lowCardinality.values();
	}

	@Override
	public @Nullable KeyValue getLowCardinalityKeyValue(String key) {
		return this.lowCardinality.get(key);
	}

	@Override
	public Observation.Context addHighCardinalityKeyValue(KeyValue keyValue) {
		this.highCardinality.add(keyValue);
		return this;
	}

	@Override
	public Observation.Context addHighCardinalityKeyValues(KeyValues keyValues) {
		this.highCardinality.addAll(keyValues);
		return this;
	}

	@Override
	public Observation.Context removeHighCardinalityKeyValue(String keyName) {
		this.highCardinality.remove(keyName);
		return this;
	}

	@Override
	public Observation.Context removeHighCardinalityKeyValues(String... keyNames) {
		this.highCardinality.remove(keyNames);
		return this;
	}

	@Override
	public KeyValues getHighCardinalityKeyValues() {
		return this.highCardinality.values();
	}

	@Override
	public @Nullable KeyValue getHighCardinalityKeyValue(String key) {
		return this.highCardinality.get(key);
	}

}
