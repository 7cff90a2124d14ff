// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionService;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.MessageMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.validation.Validator;

import io.delay.converter.PayloadConversionException;
import io.delay.converter.PayloadConverter;
import io.delay.listener.JobContext;
import io.delay.listener.UnprocessableJobException;
import io.delay.store.JobFailures;

/**
 * Resolves all arguments of listener methods. None of its exceptions carries a header
 * value or a payload into a log or into the reason of a failure. Messages of Spring, of
 * converters and of constructors may quote such values, so only the exception types and
 * the stack trace are kept.
 */
final class JobArgumentResolver implements HandlerMethodArgumentResolver {

	static final String CONTINUATION = "kotlin.coroutines.Continuation";

	private final HandlerMethodArgumentResolverComposite exceptPayload = new HandlerMethodArgumentResolverComposite();

	private final HandlerMethodArgumentResolverComposite all = new HandlerMethodArgumentResolverComposite();

	JobArgumentResolver(PayloadConverter converter, @Nullable Validator validator,
			@Nullable ConfigurableBeanFactory beanFactory) {
		MessageConverter messageConverter = new PayloadArgumentResolver.Converter(converter);
		this.exceptPayload.addResolvers(new HeaderResolver(new DefaultFormattingConversionService(), beanFactory),
				new HeadersMethodArgumentResolver(), new MessageResolver(messageConverter),
				new TypeResolver(JobContext.class.getName(), JobMessage::context),
				new TypeResolver(JobFailures.class.getName(), JobMessage::failures),
				// Spring supplies the last parameter of a suspending function of Kotlin
				new TypeResolver(CONTINUATION, (message) -> null));
		this.all.addResolvers(this.exceptPayload, new PayloadArgumentResolver(messageConverter, validator));
	}

	HandlerMethodArgumentResolver exceptPayload() {
		return this.exceptPayload;
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return this.all.supportsParameter(parameter);
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
		try {
			return this.all.resolveArgument(parameter, message);
		}
		catch (UnprocessableJobException | VirtualMachineError | LinkageError ex) {
			throw ex;
		}
		catch (PayloadConversionException ex) {
			throw new UnprocessableJobException(String.valueOf(ex.getMessage()));
		}
		catch (Throwable ex) {
			throw unresolvable(parameter, ex);
		}
	}

	private static UnprocessableJobException unresolvable(MethodParameter parameter, Throwable thrown) {
		Throwable cause = thrown.getCause();
		UnprocessableJobException failure = new UnprocessableJobException(
				StringUtils.capitalize(HandlerMethodJobHandler.describe(parameter)) + " cannot be resolved: "
						+ thrown.getClass().getName()
						+ ((cause != null) ? ", caused by " + cause.getClass().getName() : ""));
		failure.setStackTrace(((cause != null) ? cause : thrown).getStackTrace());
		return failure;
	}

	/** Resolves a header. If a required header is missing, the job is unprocessable. */
	static final class HeaderResolver extends HeaderMethodArgumentResolver {

		HeaderResolver(ConversionService conversionService, @Nullable ConfigurableBeanFactory beanFactory) {
			super(conversionService, beanFactory);
		}

		// Returns null for a missing header of a primitive parameter, so that its default
		// argument in Kotlin applies. The inherited method returns false or throws an
		// exception
		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) throws Exception {
			return super.resolveArgument((parameter.getParameterType().isPrimitive() && parameter.isOptional())
					? new BoxedParameter(parameter) : parameter, message);
		}

		// The inherited method also looks in the header 'nativeHeaders', which it casts
		// to a map; in a job, a header of that name is a string
		@Override
		protected @Nullable Object resolveArgumentInternal(MethodParameter parameter, Message<?> message, String name) {
			return message.getHeaders().get(name);
		}

		@Override
		protected void handleMissingValue(String headerName, MethodParameter parameter, Message<?> message) {
			throw new UnprocessableJobException(
					"Missing header '" + headerName + "' for " + HandlerMethodJobHandler.describe(parameter));
		}

		private static final class BoxedParameter extends MethodParameter {

			BoxedParameter(MethodParameter primitive) {
				super(primitive);
			}

			@Override
			public Class<?> getParameterType() {
				return ClassUtils.resolvePrimitiveIfNecessary(super.getParameterType());
			}

			@Override
			public boolean isOptional() {
				return true;
			}

		}

	}

	/**
	 * Resolves parameters of type {@link Message}. An empty payload is treated like any
	 * other payload.
	 */
	private static final class MessageResolver extends MessageMethodArgumentResolver {

		MessageResolver(MessageConverter converter) {
			super(converter);
		}

		@Override
		protected Class<?> getPayloadType(MethodParameter parameter, Message<?> message) {
			// Unlike the overridden method, this method resolves type variables of base
			// classes
			return ResolvableType.forMethodParameter(parameter).as(Message.class).getGeneric().toClass();
		}

		@Override
		protected boolean isEmptyPayload(@Nullable Object payload) {
			return false;
		}

	}

	private record TypeResolver(String type,
			Function<JobMessage, @Nullable Object> argument) implements HandlerMethodArgumentResolver {

		@Override
		public boolean supportsParameter(MethodParameter parameter) {
			return parameter.getParameterType().getName().equals(this.type);
		}

		@Override
		public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
			return this.argument.apply((JobMessage) message);
		}

	}

}
