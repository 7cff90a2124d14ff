// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.diagnostics;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Makes start-up fail on a version of Spring Boot that is too old, before any class that
 * needs a newer version is loaded. Does nothing if Delay is disabled, and never filters
 * out an auto-configuration.
 */
final class SpringBootVersionCheck implements AutoConfigurationImportFilter, EnvironmentAware {

	private static final Pattern MAJOR_AND_MINOR = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\D.*");

	private static final int MIN_MAJOR = 3;

	private static final int MIN_MINOR = 4;

	private final @Nullable String version;

	private @Nullable Environment environment;

	SpringBootVersionCheck() {
		this(SpringBootVersion.getVersion());
	}

	SpringBootVersionCheck(@Nullable String version) {
		this.version = version;
	}

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	@Override
	public boolean[] match(@Nullable String[] autoConfigurationClasses,
			AutoConfigurationMetadata autoConfigurationMetadata) {
		String version = this.version;
		if (version != null && isTooOld(version) && !isSwitchedOff()
				&& Arrays.asList(autoConfigurationClasses).contains("io.delay.autoconfigure.DelayAutoConfiguration")) {
			throw new DelaySetupException(
					"Delay needs Spring Boot 3.4 or later, but this application runs on Spring Boot " + version + ".",
					"Use Spring Boot 3.4 or later, disable Delay with delay.enabled=false, or remove it from the "
							+ "application.");
		}
		boolean[] matches = new boolean[autoConfigurationClasses.length];
		Arrays.fill(matches, true);
		return matches;
	}

	private boolean isSwitchedOff() {
		return this.environment != null && "false".equalsIgnoreCase(this.environment.getProperty("delay.enabled"));
	}

	private static boolean isTooOld(String version) {
		Matcher matcher = MAJOR_AND_MINOR.matcher(version);
		if (!matcher.matches()) {
			return false;
		}
		int major = Integer.parseInt(matcher.group(1));
		return major < MIN_MAJOR || (major == MIN_MAJOR && Integer.parseInt(matcher.group(2)) < MIN_MINOR);
	}

}
