// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * An application with MyBatis on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MyBatisApplicationTests extends MappedApplicationContract {

	private static MariaDbServer server;

	@BeforeAll
	static void start() {
		server = MariaDbServer.start();
		new JdbcTemplate(new DriverManagerDataSource(server.url(), "root", ""))
			.execute("CREATE TABLE purchase (id varchar(50) PRIMARY KEY)");
	}

	@AfterAll
	static void stop() {
		server.stop();
	}

	@Override
	ApplicationContextRunner application() {
		return on(server.url()).withPropertyValues("spring.datasource.username=root", "spring.datasource.password=");
	}

	static ApplicationContextRunner on(String url) {
		return new ApplicationContextRunner().withUserConfiguration(MyBatisApplication.class)
			.withPropertyValues("spring.autoconfigure.exclude=" + JdbcApplication.JPA, JdbcApplication.NO_REPOSITORIES,
					"spring.datasource.url=" + url);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@MapperScan(basePackageClasses = MyBatisApplication.class, annotationClass = Mapper.class)
	static class MyBatisApplication {

	}

	@Mapper
	interface PurchaseMapper extends Purchases {

		@Override
		@Insert("INSERT INTO purchase VALUES (#{id})")
		void insert(String id);

		@Override
		@Select("SELECT COUNT(*) FROM purchase WHERE id = #{id}")
		int count(String id);

	}

}
