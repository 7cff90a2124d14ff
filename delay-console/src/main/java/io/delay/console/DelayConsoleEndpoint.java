// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.nio.charset.StandardCharsets;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.Assert;
import org.springframework.util.MimeType;

/**
 * The actuator endpoint {@code delayconsole}, which serves the files of the console. All
 * data comes from the endpoint {@code delay}.
 *
 * @since 0.1.0
 */
@WebEndpoint(id = "delayconsole", defaultAccess = Access.READ_ONLY)
public final class DelayConsoleEndpoint {

	private static final MimeType HTML = new MimeType("text", "html", StandardCharsets.UTF_8);

	private final ConsolePage page;

	private final ConsoleFiles files = new ConsoleFiles();

	DelayConsoleEndpoint(ConsolePage page) {
		Assert.notNull(page, "'page' must not be null");
		this.page = page;
	}

	/**
	 * Return the page.
	 * @return the page, whose links are relative to an address without a slash at the end
	 */
	@ReadOperation
	public WebEndpointResponse<byte[]> page() {
		return new WebEndpointResponse<>(this.page.withoutSlash(), HTML);
	}

	/**
	 * Return a file.
	 * @param path the path of the file; if it is empty, the page is returned, because the
	 * address of the console has a slash at the end
	 * @return the file, or the status 404
	 */
	@ReadOperation
	public WebEndpointResponse<byte[]> file(@Selector(match = Selector.Match.ALL_REMAINING) String... path) {
		String name = String.join("/", path);
		if (name.isEmpty()) {
			return new WebEndpointResponse<>(this.page.withSlash(), HTML);
		}
		ConsoleFiles.ConsoleFile file = this.files.find(name);
		return (file != null) ? new WebEndpointResponse<>(file.content(), file.type())
				: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
	}

}
