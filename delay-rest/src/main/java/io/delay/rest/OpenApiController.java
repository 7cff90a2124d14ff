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

package io.delay.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionStage;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;

/**
 * Returns the OpenAPI description of all operations.
 */
@RestController
@RequestMapping(DelayRestConfiguration.PATH)
final class OpenApiController {

	private static final MediaType YAML = new MediaType("application", "yaml");

	private final RestCalls calls;

	private final byte[] description;

	OpenApiController(RestCalls calls) {
		this.calls = calls;
		this.description = read(new ClassPathResource("openapi.yaml", OpenApiController.class));
	}

	private static byte[] read(ClassPathResource resource) {
		try {
			return resource.getContentAsByteArray();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@GetMapping("/openapi.yaml")
	CompletionStage<ResponseEntity<byte[]>> openApi(RestRequest request) {
		return this.calls.answer(request, YAML, ResponseEntity.ok().contentType(YAML).body(this.description));
	}

}
