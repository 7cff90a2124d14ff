// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.ResponseEntity;
import org.springframework.util.Assert;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.AsyncHandlerMethodReturnValueHandler;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import io.delay.rest.DelayRestConfiguration;
import io.delay.rest.RestOptions;
import io.delay.rest.http.BodyBudget;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.RestCalls;
import io.delay.rest.servlet.filter.ServletAnswer;

/**
 * Configuration of Delay over HTTP for an application with Spring MVC. It needs a bean of
 * type {@link RestOptions}. With Spring Boot, it is imported if
 * {@code delay.rest.enabled=true}.
 *
 * @since 0.1.0
 */
@Configuration(proxyBeanMethods = false)
@Import(DelayRestConfiguration.class)
public class DelayRestServletConfiguration {

	// A thread of the servlet container may be blocked
	@Bean
	RestCalls delayRestCalls(RestOptions options) {
		return new RestCalls(options.authenticationRequired(), Runnable::run);
	}

	@Bean
	ServletConnections delayRestServletConnections() {
		return new ServletConnections();
	}

	@Bean
	HangUpResolver delayRestHangUpResolver() {
		return new HangUpResolver();
	}

	@Bean
	WebMvcConfigurer delayRestWebMvcConfigurer(BodyLimit limit, BodyBudget budget, ServletConnections connections,
			@Value("${server.tomcat.threads.max:200}") int threads) {
		// The other threads process requests while slow clients send bodies
		ServletRequestResolver resolver = new ServletRequestResolver(limit, budget, connections,
				Math.max(1, threads / 2));
		return new WebMvcConfigurer() {

			@Override
			public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
				resolvers.add(resolver);
			}

			@Override
			public void addReturnValueHandlers(List<HandlerMethodReturnValueHandler> handlers) {
				handlers.add(new CompletedAnswerHandler());
			}

		};
	}

	/**
	 * Detects that a response could not be written, for instance because the client has
	 * hung up, so that the jobs in it are handed back. The exception is left to the other
	 * resolvers. Exceptions of operations are never passed to this class, because they
	 * become responses.
	 */
	static final class HangUpResolver implements HandlerExceptionResolver, Ordered {

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
				@Nullable Object handler, Exception exception) {
			if (request.getAttribute(ServletConnections.ATTRIBUTE) instanceof ServletConnection connection) {
				connection.hungUp();
			}
			return null;
		}

	}

	/**
	 * Writes those responses of Delay's controllers that are already complete. Otherwise
	 * Spring MVC would start asynchronous processing for them and dispatch the request a
	 * second time, through all filters. Handlers of this type take precedence over those
	 * of Spring MVC.
	 */
	private static final class CompletedAnswerHandler implements AsyncHandlerMethodReturnValueHandler {

		private static final String CONTROLLERS = DelayRestConfiguration.class.getPackageName();

		@Override
		public boolean isAsyncReturnValue(@Nullable Object returnValue, MethodParameter returnType) {
			return returnValue instanceof CompletableFuture<?> answer && answer.isDone()
					&& !answer.isCompletedExceptionally() && supportsReturnType(returnType);
		}

		@Override
		public boolean supportsReturnType(MethodParameter returnType) {
			return returnType.getContainingClass().getPackageName().equals(CONTROLLERS);
		}

		@Override
		public void handleReturnValue(@Nullable Object returnValue, MethodParameter returnType,
				ModelAndViewContainer container, NativeWebRequest webRequest) throws IOException {
			HttpServletResponse response = webRequest.getNativeResponse(HttpServletResponse.class);
			Assert.state(response != null, "The response does not belong to a servlet container");
			container.setRequestHandled(true);
			if (returnValue instanceof CompletableFuture<?> answer
					&& answer.join() instanceof ResponseEntity<?> entity) {
				ServletAnswer.write(entity, response);
			}
		}

	}

}
