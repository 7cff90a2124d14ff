// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.ResponseEntity;
import org.springframework.util.Assert;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.AsyncHandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

import io.delay.rest.DelayRestConfiguration;
import io.delay.rest.servlet.filter.ServletAnswer;

/**
 * Writes those responses of Delay's controllers that are already complete. Otherwise
 * Spring MVC would start asynchronous processing for them and dispatch the request a
 * second time, through all filters. Handlers of this type take precedence over those of
 * Spring MVC.
 */
final class CompletedAnswerHandler implements AsyncHandlerMethodReturnValueHandler {

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
		if (returnValue instanceof CompletableFuture<?> answer && answer.join() instanceof ResponseEntity<?> entity) {
			ServletAnswer.write(entity, response);
		}
	}

}
