// SPDX-License-Identifier: Apache-2.0

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
