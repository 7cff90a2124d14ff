// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

import io.delay.annotation.ListenerBeans.ListenerBean;
import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(30)
class ListenerBeansTests {

	private final StaticListableBeanFactory beanFactory = new StaticListableBeanFactory();

	private final ListenerBeans beans = new ListenerBeans(this.beanFactory, (value) -> value);

	private Runnable duringStart = () -> {
	};

	private final DelayListenerRegistry registry = new DelayListenerRegistry(new DelayListenerContainerFactory(
			new MemoryJobStore(), DelayListenerContainerOptions.defaults().withExecutorFactory((id, concurrency) -> {
				this.duringStart.run();
				return WorkerExecutorFactory.platformThreads().create(id, concurrency);
			})));

	private ListenerBean bean(String name) {
		return new ListenerBean(name, new Orders(), ListenerMethods.of(Orders.class));
	}

	private void start() {
		this.beanFactory.addBean("registry", this.registry);
		this.beanFactory.addBean("converter", new SimplePayloadConverter());
		this.beans.registerCollected();
		this.registry.start();
	}

	@Test
	void listenerOfABeanThatIsDestroyedDuringItsStartIsDeregistered() {
		start();
		this.duringStart = () -> this.beans.remove("orders");
		this.beans.add(bean("orders"));
		assertThat(this.registry.topics()).isEmpty();
		this.duringStart = () -> {
		};
		this.beans.add(bean("orders"));
		assertThat(this.registry.topics()).containsExactly("orders");
		this.registry.stop();
	}

	@Test
	void beanThatIsRefusedDoesNotAffectTheListenerOfAnotherBean() {
		start();
		this.beans.add(bean("orders"));
		ListenerBean second = bean("second");
		assertThatIllegalStateException().isThrownBy(() -> this.beans.add(second));
		this.beans.remove("second");
		assertThat(this.registry.topics()).containsExactly("orders");
		this.beans.remove("orders");
		assertThat(this.registry.topics()).isEmpty();
		this.registry.stop();
	}

	static class Orders {

		@DelayListener(topic = "orders")
		void handle(String payload) {
		}

	}

}
