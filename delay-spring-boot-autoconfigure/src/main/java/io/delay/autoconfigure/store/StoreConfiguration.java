// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Configuration for the store of the jobs. Start-up fails if there is none.
 *
 * @since 0.1.0
 */
@Configuration(proxyBeanMethods = false)
@Import({ RedisStoreConfiguration.class, JdbcStoreConfiguration.class, MemoryStoreConfiguration.class,
		MissingStoreConfiguration.class, JobMoveConfiguration.class })
public class StoreConfiguration {

}
