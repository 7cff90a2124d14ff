// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/**
 * An application with nothing but the starter and the actuator.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class JdbcApplication {

	static final String MYBATIS = "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration";

	/** The auto-configurations on both lines of Spring Boot. */
	static final String JPA = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
			+ "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration";

	static final String NO_REPOSITORIES = "spring.data.jpa.repositories.enabled=false";

	static final String WITHOUT_MAPPERS = "spring.autoconfigure.exclude=" + JPA + "," + MYBATIS;

	/**
	 * Return an application that uses a database.
	 */
	public static ApplicationContextRunner on(String url) {
		return new ApplicationContextRunner().withUserConfiguration(JdbcApplication.class)
			.withPropertyValues("spring.datasource.url=" + url, WITHOUT_MAPPERS, NO_REPOSITORIES);
	}

}
