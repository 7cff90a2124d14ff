// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.StringUtils;
import org.springframework.web.filter.OncePerRequestFilter;

import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemType;
import io.delay.rest.servlet.filter.ServletAnswer;
import io.delay.rest.servlet.filter.UnreadBodyFilter;

/**
 * Filters requests before Spring Security does. The actuator imports this configuration,
 * too, because a management port of its own has only the filters of its own context.
 */
@Configuration(proxyBeanMethods = false)
class ServerFilters {

	@Bean
	UnreadBodyFilter unreadBodyFilter(@Value("${server.tomcat.threads.max:200}") int threads) {
		return new UnreadBodyFilter("/", threads);
	}

	@Bean
	InvalidRequestFilter invalidRequestFilter() {
		return new InvalidRequestFilter();
	}

	/**
	 * Refuses content types and query strings for which Spring MVC and Tomcat throw
	 * exceptions that they log as errors. Anyone can send them to the health, which is
	 * open to everyone.
	 */
	@Order(Ordered.HIGHEST_PRECEDENCE + 1)
	static final class InvalidRequestFilter extends OncePerRequestFilter {

		@Override
		protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
				throws ServletException, IOException {
			if (hasWildcard(request.getContentType())) {
				ServletAnswer.write(Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE,
						"The header 'Content-Type' has a wildcard. Send the type of the body; nothing was changed"),
						response);
			}
			else if (!isDecodable(request.getQueryString())) {
				ServletAnswer.write(Problem.of(ProblemType.INVALID_REQUEST,
						"The query string is not encoded correctly. Encode each value in UTF-8, for instance %20 for a "
								+ "space; nothing was changed"),
						response);
			}
			else {
				chain.doFilter(request, response);
			}
		}

		private static boolean hasWildcard(@Nullable String contentType) {
			return contentType != null && contentType.split(";", 2)[0].contains("*");
		}

		private static boolean isDecodable(@Nullable String query) {
			try {
				// In ISO-8859-1, each byte is a character
				byte[] bytes = (query != null) ? StringUtils.uriDecode(query, StandardCharsets.ISO_8859_1)
					.getBytes(StandardCharsets.ISO_8859_1) : new byte[0];
				StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
				return true;
			}
			catch (IllegalArgumentException | CharacterCodingException ex) {
				return false;
			}
		}

	}

}
