// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.diagnostics;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

import io.delay.job.JobRules;

/**
 * The application cannot start with Delay as it is set up.
 *
 * @since 0.1.0
 */
public final class DelaySetupException extends RuntimeException {

	/** What helps if the tables of a database cannot be used. */
	public static final String TABLES_REMEDY = "Set delay.jdbc.initialize-schema=always, so that Delay runs its "
			+ "scripts at start-up, or run them yourself, for example with Flyway or Liquibase. If the tables have "
			+ "other names, or other programs have tables of these names, set delay.jdbc.table-prefix.";

	private static final long serialVersionUID = 1L;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param problem one or more sentences
	 * @param remedy what the developer can do, in one or more sentences
	 */
	public DelaySetupException(String problem, String remedy) {
		super(problem);
		this.remedy = remedy;
	}

	private DelaySetupException(String problem, String remedy, Throwable cause) {
		super(problem, cause);
		this.remedy = remedy;
	}

	/**
	 * Create an exception for a value that is not valid.
	 * @param name the name of the property or of the group of properties
	 * @param cause what is not valid
	 */
	public static DelaySetupException ofProperty(String name, IllegalArgumentException cause) {
		return new DelaySetupException("A Delay property is not valid:\n\n    " + name + ": " + cause.getMessage(),
				"Correct it in the configuration of the application.", cause);
	}

	/**
	 * Create an exception for several beans of a type of which only one can be used.
	 * @param type the type of the beans
	 * @param remedy what the developer can do
	 * @param failure names the beans; it does not become the cause, because Spring Boot
	 * would analyze it instead
	 */
	public static DelaySetupException ofCandidates(Class<?> type, String remedy,
			NoUniqueBeanDefinitionException failure) {
		return new DelaySetupException("The application has several " + type.getSimpleName() + " beans "
				+ failure.getBeanNamesFound() + " and none is primary.", remedy);
	}

	/**
	 * Create an exception for a database that Delay does not support.
	 * @param cause says which databases it supports
	 */
	public static DelaySetupException ofDatabase(IllegalStateException cause) {
		return new DelaySetupException("Delay cannot use the database of the application: " + cause.getMessage(),
				"Use such a database, or define a JdbcDatabase bean with another data source.", cause);
	}

	/**
	 * Check the name of a topic under {@code delay.topics}.
	 * @throws DelaySetupException if it is not valid
	 */
	public static String checkTopic(String topic) {
		try {
			return JobRules.checkTopic(topic);
		}
		catch (IllegalArgumentException ex) {
			throw ofProperty("delay.topics", ex);
		}
	}

	public String remedy() {
		return this.remedy;
	}

}
