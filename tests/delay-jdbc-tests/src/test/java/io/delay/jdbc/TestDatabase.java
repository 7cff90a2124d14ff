// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.alibaba.druid.pool.DruidDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.util.Assert;

import io.delay.test.mysql.MySqlForTests;

/**
 * The databases of the tests. Each is started once per JVM.
 */
public enum TestDatabase {

	H2 {

		@Override
		public HikariConfig start() {
			HikariConfig config = new HikariConfig();
			config.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
			return config;
		}

		@Override
		public String dialect() {
			return "h2";
		}

	},

	POSTGRESQL {

		@Override
		public HikariConfig start() {
			HikariConfig config = new HikariConfig();
			String url = System.getProperty("delay.test.postgresql");
			config.setJdbcUrl((url != null) ? url : embedded());
			return config;
		}

		private static String embedded() {
			try {
				return EmbeddedPostgres.start().getJdbcUrl("postgres", "postgres");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public String dialect() {
			return "postgresql";
		}

	},

	MARIADB {

		@Override
		public HikariConfig start() {
			HikariConfig config = new HikariConfig();
			config.setJdbcUrl(EmbeddedMariaDb.start());
			config.setUsername("root");
			config.setPassword("");
			return config;
		}

		@Override
		public String dialect() {
			return "mysql";
		}

	},

	MYSQL {

		@Override
		public HikariConfig start() {
			HikariConfig config = new HikariConfig();
			config.setJdbcUrl(MySqlForTests.createDatabase());
			return config;
		}

		@Override
		public String dialect() {
			return "mysql";
		}

	},

	/**
	 * PostgreSQL through a pool that refuses statements with comments and those that it
	 * cannot parse.
	 */
	DRUID_POSTGRESQL {

		@Override
		public HikariConfig start() {
			return POSTGRESQL.config();
		}

		@Override
		public String dialect() {
			return POSTGRESQL.dialect();
		}

		@Override
		public DataSource empty() {
			return druid(super.empty());
		}

	},

	/**
	 * MySQL through the same pool.
	 */
	DRUID_MYSQL {

		@Override
		public HikariConfig start() {
			return MYSQL.config();
		}

		@Override
		public String dialect() {
			return MYSQL.dialect();
		}

		@Override
		public DataSource empty() {
			return druid(super.empty());
		}

	};

	private static final List<String> TABLES = List.of("job", "topic", "consumer", "finished", "count");

	private static final Pattern PORT = Pattern.compile(":(\\d+)/");

	private HikariDataSource dataSource;

	private DruidDataSource druid;

	public abstract HikariConfig start();

	public abstract String dialect();

	/**
	 * Return the data source of the database.
	 * @return a pool
	 */
	public synchronized DataSource dataSource() {
		if (this.dataSource == null) {
			HikariConfig config = start();
			config.setMaximumPoolSize(20);
			this.dataSource = new HikariDataSource(config);
			new ResourceDatabasePopulator(new ClassPathResource("io/delay/jdbc/schema/" + dialect() + "/V1.sql"))
				.execute(this.dataSource);
		}
		return this.dataSource;
	}

	/**
	 * Return the port of the server.
	 * @return the port
	 */
	public int port() {
		dataSource();
		Matcher port = PORT.matcher(this.dataSource.getJdbcUrl());
		Assert.state(port.find(), "The database has no port");
		return Integer.parseInt(port.group(1));
	}

	/**
	 * Return the settings of a pool whose connections lead through a proxy.
	 * @param port the port of the proxy
	 * @return the settings
	 */
	public HikariConfig through(int port) {
		HikariConfig config = config();
		config.setJdbcUrl(PORT.matcher(config.getJdbcUrl()).replaceFirst(":" + port + "/"));
		return config;
	}

	/**
	 * Return the settings of another pool.
	 * @return the settings
	 */
	public HikariConfig config() {
		dataSource();
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(this.dataSource.getJdbcUrl());
		config.setUsername(this.dataSource.getUsername());
		config.setPassword(this.dataSource.getPassword());
		return config;
	}

	/**
	 * Return the data source after all rows were deleted.
	 * @return a pool
	 */
	public DataSource empty() {
		empty("delay_");
		return this.dataSource;
	}

	public synchronized DataSource druid(DataSource target) {
		if (this.druid == null) {
			HikariDataSource pool = (HikariDataSource) target;
			this.druid = new DruidDataSource();
			this.druid.setUrl(pool.getJdbcUrl());
			this.druid.setUsername(pool.getUsername());
			this.druid.setPassword(pool.getPassword());
			this.druid.setMaxActive(20);
			try {
				this.druid.setFilters("stat,wall");
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}
		return this.druid;
	}

	public void empty(String prefix) {
		List<String> statements = new ArrayList<>();
		TABLES.forEach((table) -> statements.add("DELETE FROM " + prefix + table));
		statements.add("UPDATE " + prefix + "clock SET latest = 0");
		execute(statements.toArray(String[]::new));
	}

	/**
	 * Drop the tables of Delay, also those of the made-up version.
	 * @param prefix the prefix of the tables
	 */
	public void drop(String prefix) {
		execute(Stream.concat(TABLES.stream(), Stream.of("clock", "schema", "colour"))
			.map((table) -> "DROP TABLE IF EXISTS " + prefix + table)
			.toArray(String[]::new));
	}

	public void execute(String... statements) {
		try (Connection connection = dataSource().getConnection(); Statement statement = connection.createStatement()) {
			for (String sql : statements) {
				statement.execute(sql);
			}
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
