/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.observation;

import java.util.function.Function;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.delay.support.FailureNotice;

/**
 * Uses the convention of the application, or the default convention if the application's
 * convention throws an exception or returns no name. This ensures that an observation
 * that was started is also stopped.
 *
 * @param <C> the type of the context
 */
final class FallbackConvention<C extends Observation.Context> implements ObservationConvention<C> {

	private final ObservationConvention<C> convention;

	private final ObservationConvention<C> fallback;

	private final FailureNotice notice;

	FallbackConvention(ObservationConvention<C> convention, ObservationConvention<C> fallback, FailureNotice notice) {
		this.convention = convention;
		this.fallback = fallback;
		this.notice = notice;
	}

	@Override
	public @Nullable String getName() {
		String name = either(ObservationConvention::getName);
		return StringUtils.hasText(name) ? name : this.fallback.getName();
	}

	@Override
	public @Nullable String getContextualName(C context) {
		return either((convention) -> convention.getContextualName(context));
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(C context) {
		return either((convention) -> convention.getLowCardinalityKeyValues(context));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(C context) {
		return either((convention) -> convention.getHighCardinalityKeyValues(context));
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return this.fallback.supportsContext(context);
	}

	private <T extends @Nullable Object> T either(Function<ObservationConvention<C>, T> call) {
		try {
			return call.apply(this.convention);
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			return call.apply(this.fallback);
		}
	}

}
