// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.web.util.HtmlUtils;

/**
 * The page of the console. Its links are relative, so that they also work behind a proxy
 * that adds a path prefix.
 */
final class ConsolePage {

	private static final EndpointId CONSOLE = EndpointId.of("delayconsole");

	private static final EndpointId DATA = EndpointId.of("delay");

	private final String template = new String(ConsoleFiles.read("index.html"), StandardCharsets.UTF_8);

	private final Supplier<@Nullable PathMappedEndpoints> endpoints;

	// The paths of the endpoints are unknown when beans are created
	ConsolePage(Supplier<@Nullable PathMappedEndpoints> endpoints) {
		this.endpoints = endpoints;
	}

	byte[] withoutSlash() {
		String own = path(CONSOLE);
		return page((own != null) ? own.substring(own.lastIndexOf('/') + 1) + "/" : "delayconsole/", own);
	}

	byte[] withSlash() {
		String own = path(CONSOLE);
		return page("", (own != null) ? own + "/" : null);
	}

	private byte[] page(String files, @Nullable String own) {
		String data = path(DATA);
		String address = (own != null && data != null) ? relative(own, data) : "";
		return this.template.replace("{{files}}", HtmlUtils.htmlEscape(files))
			.replace("{{data}}", HtmlUtils.htmlEscape(address))
			.getBytes(StandardCharsets.UTF_8);
	}

	private @Nullable String path(EndpointId id) {
		PathMappedEndpoints paths = this.endpoints.get();
		return (paths != null) ? paths.getPath(id) : null;
	}

	/**
	 * Return the address of a path, relative to the page that contains the link.
	 */
	static String relative(String page, String path) {
		int common = 0;
		int slash = path.indexOf('/');
		while (slash != -1 && page.startsWith(path.substring(0, slash + 1))) {
			common = slash + 1;
			slash = path.indexOf('/', common);
		}
		long up = page.substring(common).chars().filter((character) -> character == '/').count();
		return ((up == 0) ? "./" : "../".repeat((int) up)) + path.substring(common);
	}

}
