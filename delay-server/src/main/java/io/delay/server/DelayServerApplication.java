// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * The server. It keeps no state of its own, so any number of servers can run on one
 * Redis.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
public class DelayServerApplication {

	public static void main(String[] args) {
		SpringApplication.run(DelayServerApplication.class, args);
	}

}
