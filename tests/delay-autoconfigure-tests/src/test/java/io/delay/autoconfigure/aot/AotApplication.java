// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.aot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.OnRedis;
import io.delay.submit.DelaySubmit;
import io.delay.template.DelayTemplate;

/**
 * Handles jobs of two topics and prints what it has handled. Started on its own, after it
 * was processed ahead of time.
 */
@Configuration(proxyBeanMethods = false)
@OnRedis
public class AotApplication {

	@Bean
	Listener listener() {
		return new Listener();
	}

	@Bean
	InheritingListener inheritingListener() {
		return new InheritingListener();
	}

	@Bean
	OrderService orderService() {
		return new OrderService();
	}

	public static void main(String[] args) throws InterruptedException {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(AotApplication.class)
			.web(WebApplicationType.NONE)
			.run(args)) {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			template.submit("single", new Order("4711", 3), Duration.ofMillis(100));
			template.submit("inherited", List.of(Map.of("id", "4712", "items", 5)), Duration.ZERO);
			System.out.println("HANDLED " + context.getBean(Listener.class).handled.poll(20, TimeUnit.SECONDS));
			System.out
				.println("INHERITED " + context.getBean(InheritingListener.class).handled.poll(20, TimeUnit.SECONDS));
			context.getBean(OrderService.class).place(new Order("4713", 7));
			System.out.println("SUBMITTED " + context.getBean(Listener.class).handled.poll(20, TimeUnit.SECONDS));
			context.getBean(DelayAdmin.class).topics().names().forEach((topic) -> System.out.println("TOPIC " + topic));
		}
	}

	record Order(String id, int items) {

	}

	static class OrderService {

		@DelaySubmit(topic = "${single.topic}", id = "#order.id")
		Order place(Order order) {
			return order;
		}

	}

	static class Listener {

		private final BlockingQueue<Object> handled = new LinkedBlockingQueue<>();

		@DelayListener(topic = "${single.topic}", ttr = "#{5 + 's'}")
		void handle(Order order) {
			this.handled.add(order);
		}

	}

	abstract static class BaseListener<T> {

		final BlockingQueue<Object> handled = new LinkedBlockingQueue<>();

		@DelayListener(topic = "inherited")
		void handle(List<T> orders) {
			this.handled.addAll(orders);
		}

	}

	static class InheritingListener extends BaseListener<Order> {

	}

}
