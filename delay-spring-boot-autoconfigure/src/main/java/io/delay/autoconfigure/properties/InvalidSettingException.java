// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Thrown by the constructor of a group of settings if one of them is invalid.
 */
final class InvalidSettingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private final String setting;

	private InvalidSettingException(String setting, IllegalArgumentException cause) {
		super(cause);
		this.setting = setting;
	}

	static <T> void check(String setting, @Nullable T value, Consumer<T> rule) {
		if (value != null) {
			try {
				rule.accept(value);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidSettingException(setting, ex);
			}
		}
	}

	static <T> void checkEach(String setting, List<T> values, Consumer<T> rule) {
		for (int i = 0; i < values.size(); i++) {
			check(setting + "[" + i + "]", values.get(i), rule);
		}
	}

	static void check(String setting, boolean valid, Supplier<String> message) {
		if (!valid) {
			throw new InvalidSettingException(setting, new IllegalArgumentException(message.get()));
		}
	}

	/**
	 * Names the invalid setting. Spring Boot calls a constructor after it has bound all
	 * settings of the group, and would name the last of them.
	 */
	static final class NamingBindHandler extends AbstractBindHandler {

		NamingBindHandler(BindHandler parent) {
			super(parent);
		}

		@Override
		public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Exception error) throws Exception {
			if (!(error instanceof BindException)) {
				for (Throwable cause = error; cause != null; cause = cause.getCause()) {
					if (cause instanceof InvalidSettingException invalid) {
						ConfigurationPropertyName setting = name.append(invalid.setting);
						failOn(setting, context, invalid);
						if (setting.isLastElementIndexed()) {
							// The list may be one text
							failOn(setting.getParent(), context, invalid);
						}
					}
				}
			}
			return super.onFailure(name, target, context, error);
		}

		private static void failOn(ConfigurationPropertyName name, BindContext context, InvalidSettingException ex) {
			context.getBinder().bind(name, Bindable.of(String.class), new BindHandler() {

				@Override
				public Object onSuccess(ConfigurationPropertyName element, Bindable<?> target, BindContext context,
						Object result) {
					throw (IllegalArgumentException) ex.getCause();
				}

			});
		}

	}

}
