// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;

import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;

/**
 * The parts of a request before its body.
 *
 * @param path the path within the application, encoded
 * @param query the query string as sent, {@code null} if there is none
 * @param contentType the header {@code Content-Type}, {@code null} if there is none
 * @param accept the header {@code Accept}, {@code null} if there is none
 * @param principal the name of the authenticated client, {@code null} if it is not
 * authenticated
 */
public record RequestHead(HttpMethod method, String path, @Nullable String query, @Nullable String contentType,
		@Nullable String accept, @Nullable String principal) {

	private static final Set<HttpMethod> WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

	/**
	 * Check that the request declares its body as JSON. A page of another site can send
	 * other content types without the permission of this server, so the header is
	 * required even if the body is empty.
	 * @throws ProblemException if it does not
	 */
	public void checkContentType() {
		if (WITH_BODY.contains(this.method) && !isJson(this.contentType)) {
			throw new ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE,
					"The content type is " + ((this.contentType != null) ? "'" + this.contentType + "'" : "missing")
							+ ". Send the header 'Content-Type: application/json'; nothing was changed");
		}
	}

	/**
	 * Check that the client accepts a content type.
	 * @throws ProblemException if it does not
	 */
	public void checkAccept(MediaType available) {
		if (StringUtils.hasText(this.accept) && !isAccepted(this.accept, available)) {
			throw new ProblemException(ProblemType.NOT_ACCEPTABLE, "The response is available as '" + available
					+ "', which the header 'Accept' excludes. Change the header or leave it out; nothing was changed");
		}
	}

	private static boolean isJson(@Nullable String contentType) {
		try {
			MediaType type = StringUtils.hasText(contentType) ? MediaType.parseMediaType(contentType) : null;
			return type != null && type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
					&& (type.getCharset() == null || type.getCharset().name().equals("UTF-8"));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	private static boolean isAccepted(String accept, MediaType available) {
		try {
			return MediaType.parseMediaTypes(accept)
				.stream()
				.anyMatch((type) -> type.getQualityValue() > 0 && type.includes(available));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

}
