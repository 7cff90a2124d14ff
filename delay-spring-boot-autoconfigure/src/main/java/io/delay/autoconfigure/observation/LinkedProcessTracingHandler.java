// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import org.jspecify.annotations.Nullable;

import io.delay.observation.ProcessObservationContext;

/**
 * Gives every delivery its own trace, with a link to the span that submitted the job.
 * Hours may pass between submit and delivery, and many tools truncate or drop a trace
 * that stays open that long. This handler is ordered before Micrometer's
 * {@link io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler},
 * which would make the delivery a child of the submit.
 */
final class LinkedProcessTracingHandler implements TracingObservationHandler<ProcessObservationContext> {

	private final Tracer tracer;

	private final Propagator propagator;

	LinkedProcessTracingHandler(Tracer tracer, Propagator propagator) {
		this.tracer = tracer;
		this.propagator = propagator;
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof ProcessObservationContext;
	}

	@Override
	public void onStart(ProcessObservationContext context) {
		Span.Builder builder = this.tracer.spanBuilder().setNoParent().kind(Span.Kind.CONSUMER);
		TraceContext submit = submitOf(context.job().record().headers());
		if (submit != null) {
			builder.addLink(new Link(submit));
		}
		getTracingContext(context).setSpan(builder.start());
	}

	private @Nullable TraceContext submitOf(Map<String, String> headers) {
		List<String> fields = this.propagator.fields();
		String header = headers.get(TraceParent.HEADER);
		if (header != null && fields.contains(TraceParent.HEADER)) {
			TraceParent parent = TraceParent.parse(header);
			return (parent != null) ? submit(parent.traceId(), parent.spanId(), parent.sampled()) : null;
		}
		return fields.stream().anyMatch(headers::containsKey) ? extract(headers) : null;
	}

	// For formats other than W3C Trace Context, only a child span exposes the context
	// that the propagator has read. That span is abandoned at once.
	private @Nullable TraceContext extract(Map<String, String> headers) {
		Span child = this.propagator.extract(headers, Map::get).start();
		try {
			TraceContext context = child.context();
			return submit(context.traceId(), context.parentId(), context.sampled());
		}
		finally {
			child.abandon();
		}
	}

	// A span that was not sampled was not recorded, so there is nothing to link to.
	private @Nullable TraceContext submit(String traceId, @Nullable String spanId, @Nullable Boolean sampled) {
		if (spanId == null || Boolean.FALSE.equals(sampled)) {
			return null;
		}
		return this.tracer.traceContextBuilder().traceId(traceId).spanId(spanId).sampled(sampled).build();
	}

	@Override
	public void onError(ProcessObservationContext context) {
		Throwable error = context.getError();
		if (error != null) {
			getRequiredSpan(context).error(error);
		}
	}

	@Override
	public void onStop(ProcessObservationContext context) {
		Span span = getRequiredSpan(context);
		tagSpan(context, span);
		span.name(getSpanName(context));
		endSpan(context, span);
	}

	@Override
	public Tracer getTracer() {
		return this.tracer;
	}

	/**
	 * The {@code traceparent} header of W3C Trace Context.
	 *
	 * @param sampled whether the span was recorded
	 */
	record TraceParent(String traceId, String spanId, boolean sampled) {

		static final String HEADER = "traceparent";

		private static final Pattern PATTERN = Pattern
			.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

		/**
		 * Parse the header.
		 * @return the parsed header, {@code null} if the value is invalid
		 */
		static @Nullable TraceParent parse(String value) {
			Matcher matcher = PATTERN.matcher(value);
			if (!matcher.matches()) {
				return null;
			}
			boolean sampled = (Integer.parseInt(matcher.group(3), 16) & 1) == 1;
			return new TraceParent(matcher.group(1), matcher.group(2), sampled);
		}

	}

}
