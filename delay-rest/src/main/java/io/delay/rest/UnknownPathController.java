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

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemType;

/**
 * Answers requests below the base path that match none of the operations.
 */
@RestController
@RequestMapping(DelayRestConfiguration.PATH)
final class UnknownPathController {

	private static final KnownPaths PATHS = new KnownPaths(List.of(JobController.class, ReserveController.class,
			SettlementController.class, TopicController.class, OpenApiController.class));

	private final RestCalls calls;

	UnknownPathController(RestCalls calls) {
		this.calls = calls;
	}

	// Otherwise, Spring would respond to OPTIONS itself, without authentication
	@RequestMapping(path = { "", "/{*path}" }, method = RequestMethod.OPTIONS)
	CompletionStage<ResponseEntity<byte[]>> options(@PathVariable(name = "path", required = false) String path,
			RestRequest request) {
		return unknown(path, request);
	}

	@RequestMapping({ "", "/{*path}" })
	CompletionStage<ResponseEntity<byte[]>> unknown(@PathVariable(name = "path", required = false) String path,
			RestRequest request) {
		HttpMethod method = request.head().method();
		Set<HttpMethod> allowed = PATHS.methodsOf((path != null) ? path : "");
		return this.calls.answer(request, MediaType.ALL, answer(method, allowed));
	}

	private static ResponseEntity<byte[]> answer(HttpMethod method, Set<HttpMethod> allowed) {
		if (allowed.isEmpty()) {
			return RestAnswer.problem(Problem.of(ProblemType.UNKNOWN_PATH,
					"There is no operation with this path. The operations are described at openapi.yaml below the base path"));
		}
		String allow = allowed.stream().map(HttpMethod::name).collect(Collectors.joining(", "));
		return RestAnswer.problem(new Problem(ProblemType.METHOD_NOT_ALLOWED,
				"The path has no operation with the method " + method + ". Use " + allow, List.of(),
				Map.of(HttpHeaders.ALLOW, allow)));
	}

}
