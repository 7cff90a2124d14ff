// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;

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
@RestController("delayRestOpenApiController")
@RequestMapping(DelayRestConfiguration.PATH)
final class OpenApiController {

	private static final MediaType YAML = new MediaType("application", "yaml");

	private static final String SERVER = "\n  - url: /delay/v1\n";

	private final RestCalls calls;

	private final String description;

	OpenApiController(RestCalls calls) {
		this.calls = calls;
		this.description = read(new ClassPathResource("openapi.yaml", OpenApiController.class));
	}

	private static String read(ClassPathResource resource) {
		try {
			return resource.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@GetMapping("/openapi.yaml")
	CompletionStage<ResponseEntity<byte[]>> openApi(RestRequest request) {
		String path = request.head().path();
		String base = path.substring(0, path.lastIndexOf('/'));
		return this.calls.answer(request, YAML,
				ResponseEntity.ok()
					.contentType(YAML)
					.body(this.description.replaceFirst(SERVER, Matcher.quoteReplacement("\n  - url: " + base + "\n"))
						.getBytes(StandardCharsets.UTF_8)));
	}

}
