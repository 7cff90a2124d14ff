// SPDX-License-Identifier: Apache-2.0

package io.delay.kotlin

import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import java.util.function.Supplier

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.module.kotlin.jacksonObjectMapper
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.awaitility.Awaitility
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.springframework.context.annotation.AnnotationConfigApplicationContext
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.messaging.handler.annotation.Header

import io.delay.annotation.Backoff
import io.delay.annotation.DelayFailureHandler
import io.delay.annotation.DelayListener
import io.delay.annotation.EnableDelay
import io.delay.converter.Jackson2PayloadConverter
import io.delay.converter.PayloadConversionException
import io.delay.job.Job
import io.delay.job.JobState
import io.delay.listener.InvalidListenerException
import io.delay.listener.JobContext
import io.delay.listener.container.DelayListenerContainerFactory
import io.delay.listener.container.DelayListenerContainerOptions
import io.delay.store.JobFailures
import io.delay.store.memory.MemoryJobStore
import io.delay.template.DelayTemplate

/**
 * Tests for listeners that are written in Kotlin.
 */
@Timeout(60)
class KotlinListenerTests {

	private val handled = LinkedBlockingQueue<Any>()

	private var context: AnnotationConfigApplicationContext? = null

	@AfterEach
	fun close() {
		context?.close()
	}

	private fun start(listener: Any): DelayTemplate {
		val started = AnnotationConfigApplicationContext()
		started.register(Application::class.java)
		started.registerBean("listener", listener.javaClass, Supplier { listener })
		context = started
		started.refresh()
		return started.getBean(DelayTemplate::class.java)
	}

	private fun next(): Any? = handled.poll(20, TimeUnit.SECONDS)

	private fun stateOf(topic: String, id: String) =
		context!!.getBean(MemoryJobStore::class.java).find(topic, id).map { it.state() }.orElse(null)

	private fun awaitGone(topic: String, id: String) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until { stateOf(topic, id) == null }
	}

	@Test
	fun suspendingListenerIsAcknowledgedWhenItReturns() {
		val resume = CompletableFuture<Unit>()
		val template = start(object {

			@DelayListener(topic = ["orders"])
			suspend fun close(order: Order, context: JobContext) {
				handled.add(order)
				delay(10)
				resume.await()
				handled.add(context.id())
			}
		})
		template.submit(Job.to("orders").id("1").payload(Order(7, OrderId("a"))).build())
		assertThat(next()).isEqualTo(Order(7, OrderId("a")))
		assertThat(stateOf("orders", "1")).isEqualTo(JobState.RESERVED)
		resume.complete(Unit)
		assertThat(next()).isEqualTo("1")
		awaitGone("orders", "1")
	}

	@Test
	fun exceptionOfASuspendingListenerIsAFailureAndReachesItsSuspendingFailureHandler() {
		val template = start(object {

			@DelayListener(topic = ["orders"], maxAttempts = "2", backoff = Backoff(type = "fixed", delay = "10ms"))
			suspend fun close(order: Order, context: JobContext) {
				delay(1)
				handled.add(context.attempt())
				throw IllegalStateException("no $order")
			}

			@DelayFailureHandler(topic = ["orders"], thenDelete = "true")
			suspend fun failed(order: Order, failures: JobFailures) {
				delay(1)
				handled.add(failures.last().error())
			}
		})
		template.submit(Job.to("orders").id("1").payload(Order(7, OrderId("a"))).build())
		assertThat(listOf(next(), next())).containsExactly(1, 2)
		assertThat(next() as String).contains("IllegalStateException: no Order")
		awaitGone("orders", "1")
	}

	@Test
	fun stopCancelsASuspendingListener() {
		val template = start(object {

			@DelayListener(topic = ["orders"])
			suspend fun close(order: String) {
				handled.add(order)
				try {
					awaitCancellation()
				}
				catch (ex: CancellationException) {
					handled.add("cancelled")
					throw ex
				}
			}
		})
		template.submit("orders", "1", Duration.ZERO)
		assertThat(next()).isEqualTo("1")
		val store = context!!.getBean(MemoryJobStore::class.java)
		context!!.close()
		assertThat(next()).isEqualTo("cancelled")
		assertThat(store.status("orders").counts()[JobState.READY]).isEqualTo(1L)
	}

	@Test
	fun touchOfASuspendingListenerReportsThatTheJobIsCancelled() {
		val template = start(object {

			@DelayListener(topic = ["orders"])
			suspend fun close(order: String, context: JobContext) {
				handled.add(order)
				while (context.touch()) {
					delay(5)
				}
				handled.add("lost")
			}
		})
		template.submit(Job.to("orders").id("1").payload("a").build())
		assertThat(next()).isEqualTo("a")
		template.cancel("orders", "1")
		assertThat(next()).isEqualTo("lost")
	}

	@Test
	fun defaultArgumentsReplaceMissingHeaders() {
		val template = start(object {

			@DelayListener(topic = ["plain"])
			fun plain(order: String, @Header(required = false) tenant: String = "none", @Header(required = false) tries: Int = 3) {
				handled.add("$order $tenant $tries")
			}

			@DelayListener(topic = ["suspending"])
			suspend fun suspending(order: String, @Header(required = false) tenant: String = "none") {
				handled.add("$order $tenant")
			}
		})
		template.submit("plain", "a", Duration.ZERO)
		assertThat(next()).isEqualTo("a none 3")
		template.submit(Job.to("plain").payload("b").header("tenant", "blue").header("tries", "1").build())
		assertThat(next()).isEqualTo("b blue 1")
		template.submit("suspending", "c", Duration.ZERO)
		assertThat(next()).isEqualTo("c none")
	}

	@Test
	fun valueClassIsAPayload() {
		val template = start(object {

			@DelayListener(topic = ["plain"])
			fun plain(id: OrderId) {
				handled.add(id)
			}

			@DelayListener(topic = ["suspending"])
			suspend fun suspending(id: OrderId) {
				handled.add(id)
			}
		})
		template.submit("plain", "a", Duration.ZERO)
		assertThat(next()).isEqualTo(OrderId("a"))
		template.submit("suspending", "b", Duration.ZERO)
		assertThat(next()).isEqualTo(OrderId("b"))
	}

	@Test
	fun suspendingListenerOfBatchesIsRefused() {
		assertThatExceptionOfType(InvalidListenerException::class.java).isThrownBy {
			start(object {

				@DelayListener(topic = ["orders"], batch = "10")
				suspend fun close(orders: List<Order>) {
					handled.addAll(orders)
				}
			})
		}.withMessageContaining("#close(List)").withMessageContaining("suspending")
	}

	@Test
	fun suspendingListenerThatReturnsAFutureIsRefused() {
		assertThatExceptionOfType(InvalidListenerException::class.java).isThrownBy {
			start(object {

				@DelayListener(topic = ["orders"])
				suspend fun close(order: String): CompletableFuture<String> = CompletableFuture()
			})
		}.withMessageContaining("CompletableFuture").withMessageContaining("acknowledged before")
	}

	@Test
	fun missingModuleOfJacksonIsNamed() {
		val json = """{"id":7,"number":"a"}""".toByteArray()
		assertThatExceptionOfType(PayloadConversionException::class.java).isThrownBy {
			Jackson2PayloadConverter(ObjectMapper()).read(json, Order::class.java)
		}.withMessageContaining("jackson-module-kotlin")
		assertThatExceptionOfType(PayloadConversionException::class.java).isThrownBy {
			Jackson2PayloadConverter(jacksonObjectMapper()).read("{}".toByteArray(), Order::class.java)
		}.withMessageNotContaining("jackson-module-kotlin")
	}

	@Test
	fun submitIsAwaited() = runBlocking<Unit> {
		val template = start(object {})
		val result = template.submitAsync(Job.to("orders").id("1").payload("a").build()).await()
		assertThat(result.id()).isEqualTo("1")
		assertThat(stateOf("orders", "1")).isEqualTo(JobState.READY)
	}

	data class Order(val id: Long, val number: OrderId)

	@JvmInline
	value class OrderId(val value: String)

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	open class Application {

		@Bean
		open fun store() = MemoryJobStore()

		@Bean
		open fun containers(store: MemoryJobStore) = DelayListenerContainerFactory(store,
			DelayListenerContainerOptions.defaults().withShutdownTimeout(Duration.ofMillis(200)))

		@Bean
		open fun converter() = Jackson2PayloadConverter(jacksonObjectMapper())
	}

}
