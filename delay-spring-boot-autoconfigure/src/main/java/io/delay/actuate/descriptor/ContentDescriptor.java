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

package io.delay.actuate.descriptor;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobRecord;

/**
 * The payload and headers of a job, for callers that are authorized to see them.
 *
 * @param headers the headers, by name
 * @param payload the payload as text, {@code null} if it is not valid UTF-8
 * @param payloadBase64 the payload in Base64, {@code null} if it is valid UTF-8
 */
public record ContentDescriptor(Map<String, String> headers, @Nullable String payload, @Nullable String payloadBase64) {

	public static ContentDescriptor of(JobRecord job) {
		Map<String, String> headers = new TreeMap<>(job.headers());
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(job.payload())).toString();
			return new ContentDescriptor(headers, text, null);
		}
		catch (CharacterCodingException ex) {
			return new ContentDescriptor(headers, null, Base64.getEncoder().encodeToString(job.payload()));
		}
	}

	/**
	 * Return no content, because payloads and headers must not be logged.
	 */
	@Override
	public String toString() {
		return "ContentDescriptor[...]";
	}

}
