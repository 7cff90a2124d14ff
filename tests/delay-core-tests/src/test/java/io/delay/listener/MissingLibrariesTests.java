// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.adapter.HandlerMethodJobHandlerFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests without the libraries that need not be there: meters, tracing, Reactor and SLF4J.
 */
class MissingLibrariesTests {

	@Test
	void jobsAreHandledWithoutOptionalLibraries() throws Exception {
		URL[] classPath = Arrays
			.stream(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
				.split(File.pathSeparator))
			.filter((entry) -> !entry.matches(
					".*(context-propagation|micrometer-core|micrometer-tracing|opentelemetry|reactor-core|reactive-streams|slf4j|logback).*"))
			.map(MissingLibrariesTests::toUrl)
			.toArray(URL[]::new);
		try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader.loadClass("org.slf4j.MDC"));
			Class<?> application = loader.loadClass(Application.class.getName());
			assertThat(application.getMethod("handle").invoke(null)).isEqualTo("a");
		}
	}

	private static URL toUrl(String entry) {
		try {
			return Path.of(entry).toUri().toURL();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Submits a job and handles it.
	 */
	public static final class Application {

		private Application() {
		}

		public static String handle() throws Exception {
			HandlerMethodJobHandlerFactory handlers = new HandlerMethodJobHandlerFactory(new SimplePayloadConverter(),
					null, null);
			Listener listener = new Listener();
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> handlers.create(listener, Listener.class.getDeclaredMethod("publisher")))
				.withMessageContaining("requires 'io.projectreactor:reactor-core'");
			MemoryJobStore store = new MemoryJobStore();
			DelayListenerContainer container = new DelayListenerContainerFactory(store)
				.create(new DelayListenerEndpoint("closer", "orders", ListenerSettings.none(),
						handlers.create(listener, Listener.class.getDeclaredMethod("handle", JobContext.class))));
			container.start();
			try {
				new DelayTemplate(store, store, new SimplePayloadConverter()).submit(Job.to("orders").id("a").build());
				return listener.handled.get(10, TimeUnit.SECONDS);
			}
			finally {
				container.stop();
			}
		}

	}

	static final class Listener {

		private final CompletableFuture<String> handled = new CompletableFuture<>();

		CompletableFuture<Void> handle(JobContext context) {
			return CompletableFuture.runAsync(() -> this.handled.complete(context.id()));
		}

		Flow.Publisher<String> publisher() {
			throw new UnsupportedOperationException();
		}

	}

}
