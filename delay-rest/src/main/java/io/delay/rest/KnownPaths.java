// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The paths of all operations with their HTTP methods, read from the annotations of the
 * controllers.
 */
final class KnownPaths {

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

	/**
	 * Return the methods that a path allows.
	 * @param path the path below the base path
	 * @return the methods, empty if the path is unknown
	 */
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
