// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;

/**
 * Ignores an environment variable or system property that assigns a plain value to a
 * group of settings, such as {@code DELAY_ENDPOINT=https://example.org}, or that
 * Kubernetes sets for a service called delay-topics or delay-redis. Such a value cannot
 * be meant for Delay, so it must not make start-up fail. {@link UnknownKeysCheck} reports
 * the variable or property. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ForeignVariablesBindHandler extends AbstractBindHandler {

	/**
	 * Create a handler.
	 * @param parent the handler that handles all other properties
	 */
	public ForeignVariablesBindHandler(BindHandler parent) {
		super(new InvalidSettingException.NamingBindHandler(parent));
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		if (((error instanceof ConverterNotFoundException && UnknownKeysCheck.isAmongSettings(name))
				|| isAddressOfService(error)) && isShared(name, context)) {
			return null; // the default applies
		}
		return super.onFailure(name, target, context, error);
	}

	// Kubernetes sets DELAY_REDIS_PORT to such an address for a service called
	// delay-redis
	private static boolean isAddressOfService(Exception error) {
		return error instanceof ConversionFailedException failed
				&& String.valueOf(failed.getValue()).matches("(tcp|udp|sctp)://.*");
	}

	// Looks the property up again, because the context no longer has it after the binder
	// has tried to bind the properties below it.
	private static boolean isShared(ConfigurationPropertyName name, BindContext context) {
		for (ConfigurationPropertySource source : context.getSources()) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return UnknownKeysCheck.isShared(property);
			}
		}
		return false;
	}

}
