/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.benchmarks.rqueue;

import com.github.sonus21.rqueue.config.SimpleRqueueListenerContainerFactory;
import com.github.sonus21.rqueue.listener.RqueueMessageHandler;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * An application with Rqueue, which only submits as long as no listener is added to it.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class RqueueApplication {

	// The executors of Rqueue have no queue, and a worker counts as free shortly before
	// its thread is free. Occasionally a message would be rejected and would wait
	@Bean
	ThreadPoolTaskExecutor rqueueTaskExecutor(@Value("${benchmark.topics}") int topics,
			@Value("${benchmark.workers:0}") int workers) {
		int pollersAndWorkers = topics * (1 + workers);
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setCorePoolSize(pollersAndWorkers);
		executor.setMaxPoolSize(pollersAndWorkers);
		executor.setQueueCapacity(pollersAndWorkers);
		return executor;
	}

	@Bean
	SimpleRqueueListenerContainerFactory simpleRqueueListenerContainerFactory(ThreadPoolTaskExecutor rqueueTaskExecutor,
			@Value("${benchmark.polling-interval}") long pollingInterval) {
		SimpleRqueueListenerContainerFactory factory = new SimpleRqueueListenerContainerFactory();
		factory.setTaskExecutor(rqueueTaskExecutor);
		factory.setPollingInterval(pollingInterval);
		// The default would pass the JSON that wraps a text to the listener
		factory.setRqueueMessageHandler(new RqueueMessageHandler(new StringMessageConverter()));
		return factory;
	}

}
