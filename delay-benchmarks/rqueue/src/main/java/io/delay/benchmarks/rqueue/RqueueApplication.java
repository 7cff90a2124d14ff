// SPDX-License-Identifier: Apache-2.0

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
