// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.admin.AuditPage;
import io.delay.test.redis.RedisForTests;

/**
 * A namespace on the shared Redis for each test, whose keys are deleted after it. Audits
 * and deletes over a connection that all tests share, not in an application of its own.
 */
public final class RedisNamespace implements AfterEachCallback {

	private static final LettuceConnectionFactory FACTORY = connect();

	private static final RedisConnections CONNECTIONS = new RedisConnections(FACTORY);

	private final String name = "test-" + UUID.randomUUID();

	private static LettuceConnectionFactory connect() {
		RedisForTests redis = RedisForTests.shared();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()));
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	public String name() {
		return this.name;
	}

	/**
	 * Return the settings of applications that use the namespace.
	 */
	public String[] settings() {
		return new String[] { "spring.data.redis.host=" + RedisForTests.shared().host(),
				"spring.data.redis.port=" + RedisForTests.shared().port(), "delay.namespace=" + this.name };
	}

	/**
	 * Return an application that uses the namespace.
	 */
	public ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class,
					DelayStartupCheckAutoConfiguration.class))
			.withPropertyValues(settings());
	}

	/**
	 * Return what the audits of all topics have found.
	 */
	public List<AuditPage.Finding> findings() {
		RedisJobStoreInspector inspector = new RedisJobStoreInspector(CONNECTIONS, new RedisJobStoreOptions(this.name));
		List<AuditPage.Finding> findings = new ArrayList<>();
		for (String topic : inspector.topics()) {
			String step = null;
			do {
				AuditPage page = inspector.audit(topic, step);
				findings.addAll(page.findings());
				step = page.next();
			}
			while (step != null);
		}
		return findings;
	}

	@Override
	public void afterEach(ExtensionContext context) {
		StringRedisTemplate redis = new StringRedisTemplate(FACTORY);
		ScanOptions options = ScanOptions.scanOptions().match("*" + this.name + "*").build();
		try (Cursor<String> keys = redis.scan(options)) {
			redis.delete(keys.stream().toList());
		}
	}

}
