// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Makes start-up fail if a key under {@code delay} binds to no setting, because otherwise
 * an ignored setting would be noticed only in production. Environment variables and
 * system properties are shared with other programs, so unknown ones only cause a warning,
 * and only if they look like Delay settings. Internal to Delay: may change without
 * notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class UnknownKeysCheck implements BeanFactoryPostProcessor {

	static final ConfigurationPropertyName DELAY = ConfigurationPropertyName.of("delay");

	private static final String IGNORED_KEYS = "delay.ignored-keys";

	private static final Log logger = LogFactory.getLog(UnknownKeysCheck.class);

	private static final Set<String> GROUPS = Arrays.stream(DelayProperties.class.getConstructors())
		.flatMap((constructor) -> Arrays.stream(constructor.getParameters()))
		.map((property) -> property.getName().toLowerCase(Locale.ROOT))
		.collect(Collectors.toSet());

	/**
	 * Matches the variables that Kubernetes sets for a service, such as a service called
	 * delay-redis.
	 */
	private static final Pattern SERVICE = Pattern.compile("\\.(service\\.(host|port)|port)(\\.|\\[|$)");

	private final Environment environment;

	/**
	 * Create a check.
	 * @param environment the environment that has the keys
	 */
	public UnknownKeysCheck(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		Set<String> bound = new HashSet<>();
		Set<ConfigurationProperty> unknown = unboundProperties(bound);
		unknown.removeIf((property) -> isBoundInLegacyForm(property, bound));
		List<ConfigurationPropertyName> ignored = ignoredKeys();
		unknown.removeIf((property) -> ignored.stream()
			.anyMatch((key) -> key.equals(property.getName()) || key.isAncestorOf(property.getName())));
		Set<ConfigurationProperty> shared = unknown.stream()
			.filter(UnknownKeysCheck::isShared)
			.collect(Collectors.toSet());
		unknown.removeAll(shared);
		if (!unknown.isEmpty()) {
			throw new UnboundConfigurationPropertiesException(unknown);
		}
		shared.stream()
			.filter((property) -> isAmongSettings(property) && !SERVICE.matcher(property.getName().toString()).find())
			.forEach(UnknownKeysCheck::warn);
	}

	private Set<ConfigurationProperty> unboundProperties(Set<String> bound) {
		BindHandler names = new AbstractBindHandler(new ForeignVariablesBindHandler(BindHandler.DEFAULT)) {

			@Override
			public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
					Object result) {
				bound.add(name.toString());
				return super.onSuccess(name, target, context, result);
			}

		};
		try {
			Binder.get(this.environment)
				.bind(DELAY, Bindable.of(DelayProperties.class),
						new NoUnboundElementsBindHandler(names, (source) -> true));
		}
		catch (BindException ex) {
			// An invalid value is reported when the properties are bound for use
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				return new LinkedHashSet<>(unbound.getUnboundProperties());
			}
		}
		return new LinkedHashSet<>();
	}

	// Spring Boot reads DELAY_JOB_MAX_ATTEMPTS for delay.job.max-attempts, but lists it
	// as delay.job.max.attempts.
	private static boolean isBoundInLegacyForm(ConfigurationProperty property, Set<String> bound) {
		String name = property.getName().toString();
		return sourceOf(property) instanceof SystemEnvironmentPropertySource
				&& bound.stream().anyMatch((other) -> other.replace('-', '.').equals(name));
	}

	private List<ConfigurationPropertyName> ignoredKeys() {
		return Binder.get(this.environment)
			.bind(IGNORED_KEYS, Bindable.listOf(String.class))
			.orElse(List.of())
			.stream()
			.map(UnknownKeysCheck::ignoredKey)
			.toList();
	}

	private static ConfigurationPropertyName ignoredKey(String key) {
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt("delay." + key.strip(), '.');
		if (!DELAY.isAncestorOf(name)) {
			throw new InvalidConfigurationPropertyValueException(IGNORED_KEYS, key,
					"An empty key in the list would suppress the check of all keys. Remove it from the list");
		}
		return name;
	}

	static boolean isShared(ConfigurationProperty property) {
		PropertySource<?> source = sourceOf(property);
		return source instanceof SystemEnvironmentPropertySource || (source != null
				&& source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME));
	}

	private static @Nullable PropertySource<?> sourceOf(ConfigurationProperty property) {
		ConfigurationPropertySource source = property.getSource();
		return (source != null && source.getUnderlyingSource() instanceof PropertySource<?> underlying) ? underlying
				: null;
	}

	static boolean isAmongSettings(ConfigurationProperty property) {
		return isAmongSettings(property.getName());
	}

	// Whether the key begins with the first part of a setting.
	static boolean isAmongSettings(ConfigurationPropertyName name) {
		return DELAY.isAncestorOf(name) && GROUPS.contains(name.getElement(1, Form.UNIFORM));
	}

	private static void warn(ConfigurationProperty property) {
		logger.warn("'" + property.getName() + "' is not a Delay setting and is ignored"
				+ ((property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "")
				+ ". Correct or remove it, or add it to delay.ignored-keys if it is not meant for Delay");
	}

}
