// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

import io.delay.rest.http.RestAnswer;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestRequest;
import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemType;

/**
 * Answers requests below the base path that match none of the operations.
 */
@RestController("delayRestUnknownPathController")
@RequestMapping(DelayRestConfiguration.PATH)
final class UnknownPathController {

	private static final KnownPaths PATHS = new KnownPaths(List.of(JobController.class, ReserveController.class,
			SettlementController.class, TopicController.class, OperatorController.class, OpenApiController.class));

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

	/**
	 * The paths of all operations with their HTTP methods, read from the annotations of
	 * the controllers.
	 */
	private static final class KnownPaths {

		private final Map<PathPattern, Set<HttpMethod>> methods = new LinkedHashMap<>();

		KnownPaths(Collection<Class<?>> controllers) {
			controllers.stream()
				.flatMap((controller) -> Arrays.stream(controller.getDeclaredMethods()))
				.map((method) -> MergedAnnotations.from(method).get(RequestMapping.class))
				.filter((mapping) -> mapping.isPresent())
				.forEach((mapping) -> {
					PathPattern pattern = PathPatternParser.defaultInstance.parse(mapping.getStringArray("path")[0]);
					for (RequestMethod method : mapping.getEnumArray("method", RequestMethod.class)) {
						add(this.methods.computeIfAbsent(pattern, (key) -> new TreeSet<>()), method.asHttpMethod());
					}
				});
		}

		private static void add(Set<HttpMethod> methods, HttpMethod method) {
			methods.add(method);
			if (method == HttpMethod.GET) {
				methods.add(HttpMethod.HEAD);
			}
		}

		Set<HttpMethod> methodsOf(String path) {
			PathContainer container = PathContainer.parsePath(path);
			Set<HttpMethod> allowed = new LinkedHashSet<>();
			this.methods.forEach((pattern, present) -> {
				if (pattern.matches(container)) {
					allowed.addAll(present);
				}
			});
			return allowed;
		}

	}

}
