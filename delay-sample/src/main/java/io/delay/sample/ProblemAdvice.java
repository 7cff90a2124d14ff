// SPDX-License-Identifier: Apache-2.0

package io.delay.sample;

import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers every failure with a problem detail that describes it.
 */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

	@ExceptionHandler
	ProblemDetail handle(DataAccessException ex) {
		this.logger.warn("A request to Redis failed: " + ex.getMessage());
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Redis did not confirm the request. Please try again");
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(MethodArgumentNotValidException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		ex.getBody()
			.setDetail(ex.getFieldErrors()
				.stream()
				.map((error) -> error.getField() + " " + error.getDefaultMessage())
				.sorted()
				.collect(Collectors.joining("; ")));
		return super.handleMethodArgumentNotValid(ex, headers, status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
			HandlerMethodValidationException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		ex.getBody()
			.setDetail(ex.getParameterValidationResults()
				.stream()
				.flatMap((result) -> result.getResolvableErrors()
					.stream()
					.map((error) -> result.getMethodParameter().getParameterName() + " " + error.getDefaultMessage()))
				.sorted()
				.collect(Collectors.joining("; ")));
		return super.handleHandlerMethodValidationException(ex, headers, status, request);
	}

}
