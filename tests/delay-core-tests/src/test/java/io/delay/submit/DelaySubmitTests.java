// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.annotation.EnableDelay;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobPriority;
import io.delay.store.StoredJob;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Tag("versions")
class DelaySubmitTests {

	private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final Orders orders;

	private final MemoryJobStore store;

	private final DelayTemplate template;

	DelaySubmitTests() {
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("orders.topic", "from-property", "orders.delay", "2h", "orders.attempts", "7")));
		this.context.register(Application.class);
		this.context.refresh();
		this.orders = this.context.getBean(Orders.class);
		this.store = this.context.getBean(MemoryJobStore.class);
		this.template = this.context.getBean(DelayTemplate.class);
	}

	@AfterEach
	void close() {
		this.context.close();
	}

	private Optional<StoredJob> find(String id) {
		return this.store.find("orders", id);
	}

	private StoredJob job(String id) {
		return find(id).orElseThrow();
	}

	private String payload(String id) {
		return new String(job(id).record().payload());
	}

	@Test
	void resultIsSubmittedWhenTheMethodHasReturned() {
		assertThat(this.orders.place("a")).isEqualTo("placed a");
		assertThat(payload("order-a")).isEqualTo("placed a");
		assertThat(job("order-a").dueTime()).isEqualTo(NOW.plus(Duration.ofMinutes(30)));
	}

	@Test
	void nothingIsSubmittedIfTheMethodThrows() {
		assertThatIllegalStateException().isThrownBy(() -> this.orders.place("fail"));
		assertThat(find("order-fail")).isEmpty();
	}

	@Test
	void jobIsSubmittedAfterTheCommitOfTheMethodsOwnTransaction() {
		this.orders.placeInTransaction("a", () -> assertThat(find("a")).isEmpty());
		assertThat(find("a")).isPresent();
	}

	@Test
	void jobIsSubmittedAfterTheCommitOfASurroundingTransaction() {
		transaction().executeWithoutResult((status) -> {
			this.orders.place("a");
			this.orders.placeInTransaction("b", () -> {
			});
			assertThat(find("order-a")).isEmpty();
			assertThat(find("b")).isEmpty();
		});
		assertThat(find("order-a")).isPresent();
		assertThat(find("b")).isPresent();
	}

	@Test
	void nothingIsSubmittedOrCancelledAfterARollback() {
		this.template.submit(Job.to("orders").id("paid").delay(Duration.ofHours(1)).build());
		transaction().executeWithoutResult((status) -> {
			this.orders.place("a");
			this.orders.pay("paid");
			status.setRollbackOnly();
		});
		assertThat(find("order-a")).isEmpty();
		assertThat(find("paid")).isPresent();
	}

	private TransactionTemplate transaction() {
		return new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
	}

	@Test
	void jobIsCancelledWhenTheMethodHasReturned() {
		this.template.submit(Job.to("orders").id("a").delay(Duration.ofHours(1)).build());
		this.orders.pay("a");
		assertThat(find("a")).isEmpty();
	}

	@Test
	void jobsAreCancelledBeforeOthersAreSubmitted() {
		this.template.submit(Job.to("orders").id("a").payload("old").delay(Duration.ofHours(1)).build());
		this.orders.restart("a");
		assertThat(payload("a")).isEqualTo("new");
	}

	@Test
	void conditionDecidesWhetherAJobIsSubmitted() {
		this.orders.conditional("a", false);
		assertThat(find("a")).isEmpty();
		this.orders.conditional("a", true);
		assertThat(find("a")).isPresent();
		this.orders.conditional("a", false);
		assertThat(find("a")).isPresent();
		this.orders.cancelIf("a", false);
		assertThat(find("a")).isPresent();
		this.orders.cancelIf("a", true);
		assertThat(find("a")).isEmpty();
	}

	@Test
	void onlyArgumentOfAVoidMethodIsThePayload() {
		this.orders.onlyArgument("a");
		assertThat(payload("a")).isEqualTo("a");
	}

	@Test
	void expressionsHaveAccessToTheCallAndToBeans() {
		this.orders.expressions("a", 7);
		assertThat(payload("expressions-a-7-settings")).isEqualTo("Orders a");
		assertThat(job("expressions-a-7-settings").dueTime()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
	}

	@Test
	void resultIsTheReturnedValueAlsoIfAParameterHasThisName() {
		this.orders.returning("a", "argument");
		assertThat(payload("a")).isEqualTo("returned");
		this.orders.returningNothing("b", "argument");
		assertThat(payload("b")).isEqualTo("argument");
	}

	@Test
	void delayMayBeATextThatIsEvaluated() {
		this.orders.delayed("a", "90s");
		assertThat(job("a").dueTime()).isEqualTo(NOW.plusSeconds(90));
	}

	@Test
	void evaluatedDelayNeedsAUnit() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.delayed("a", "90"))
			.withMessage("'90' has no unit. Write, for instance, 500ms, 30s or PT30S");
	}

	@Test
	void dueTimeIsEvaluated() {
		this.orders.dueAt("a", NOW.plusSeconds(7));
		assertThat(job("a").dueTime()).isEqualTo(NOW.plusSeconds(7));
	}

	@Test
	void optionsOfTheJobAreSet() {
		this.orders.options("a");
		assertThat(job("a").record().ttr()).isEqualTo(Duration.ofSeconds(30));
		assertThat(job("a").record().maxAttempts()).isEqualTo(7);
		assertThat(job("a").expiresAt()).isEqualTo(job("a").dueTime().plus(Duration.ofHours(2)));
		assertThat(job("a").record().priority()).isEqualTo(JobPriority.HIGH);
	}

	@Test
	void existingJobIsReplacedIfThePolicySaysSo() {
		this.orders.heartbeat("a", "1");
		this.orders.heartbeat("a", "2");
		assertThat(payload("a")).isEqualTo("2");
	}

	@Test
	void topicAndDelayMayBePlaceholders() {
		this.orders.placeholders("a");
		assertThat(this.store.find("from-property", "a").orElseThrow().dueTime()).isEqualTo(NOW.plusSeconds(7200));
	}

	@Test
	void annotationMayBeRepeated() {
		this.orders.repeated("a");
		assertThat(find("a-1")).isPresent();
		assertThat(find("a-2")).isPresent();
	}

	@Test
	void annotationMayBeAMetaAnnotation() {
		this.orders.composed("a");
		assertThat(job("composed-a").dueTime()).isEqualTo(NOW.plusSeconds(3));
	}

	@Test
	void valueOfAnOptionalIsTheResult() {
		this.orders.optional("a", Optional.of("present"));
		assertThat(payload("a")).isEqualTo("present");
		this.orders.optional("b", Optional.empty());
		assertThat(find("b")).isEmpty();
	}

	@Test
	void nullValueIsRejectedBeforeAnyOperation() {
		this.template.submit(Job.to("orders").id("a").delay(Duration.ofHours(1)).build());
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.cancelAndSubmitNull("a"))
			.withMessage(
					"payload of @DelaySubmit on method io.delay.submit.DelaySubmitTests$Orders#cancelAndSubmitNull "
							+ "'#result' is null. Set a condition if there is nothing to do in this case");
		assertThat(find("a")).isPresent();
	}

	@Test
	void conditionThatIsNullIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.nullCondition("a"))
			.withMessage("condition of @DelaySubmit on method io.delay.submit.DelaySubmitTests$Orders#nullCondition "
					+ "'#result' is null, but must be true or false");
	}

	@Test
	void expressionThatCannotBeEvaluatedIsNamed() {
		assertThatIllegalStateException().isThrownBy(() -> this.orders.broken("a"))
			.withMessage("id of @DelaySubmit on method io.delay.submit.DelaySubmitTests$Orders#broken "
					+ "'#id.missing' cannot be evaluated");
	}

	@Test
	void annotationsOfInterfacesApplyToProxiesOfInterfaces() {
		Devices devices = this.context.getBean(Devices.class);
		assertThat(AopUtils.isJdkDynamicProxy(devices)).isTrue();
		devices.register("a");
		assertThat(payload("device-a")).isEqualTo("a");
	}

	@Test
	void annotationsOfAMethodReplaceThoseOfTheMethodThatItOverrides() {
		SpecialOrders special = this.context.getBean(SpecialOrders.class);
		special.overridden("a");
		assertThat(find("special-a")).isPresent();
		assertThat(find("general-a")).isEmpty();
		special.inherited("a");
		assertThat(find("inherited-a")).isPresent();
		special.generic("a");
		assertThat(find("generic-a")).isPresent();
	}

	@Configuration
	@EnableDelay
	@EnableTransactionManagement
	static class Application {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore((InstantSource) () -> NOW);
		}

		@Bean
		JdbcTransactionManager transactionManager() {
			JdbcDataSource source = new JdbcDataSource();
			source.setUrl("jdbc:h2:mem:delay-submit;DB_CLOSE_DELAY=-1");
			return new JdbcTransactionManager(source);
		}

		@Bean
		Orders orders() {
			return new Orders();
		}

		@Bean
		SpecialOrders specialOrders() {
			return new SpecialOrders();
		}

		@Bean
		Devices devices() {
			return new RegisteredDevices();
		}

		@Bean
		Settings settings() {
			return new Settings("settings", Duration.ofMinutes(5));
		}

	}

	record Settings(String name, Duration delay) {

	}

	static class Orders {

		@DelaySubmit(topic = "orders", id = "'order-' + #id", delay = "30m")
		String place(String id) {
			if (id.equals("fail")) {
				throw new IllegalStateException("failed");
			}
			return "placed " + id;
		}

		@Transactional
		@DelaySubmit(topic = "orders", id = "#id", payload = "''", delay = "30m")
		void placeInTransaction(String id, Runnable check) {
			check.run();
		}

		@DelayCancel(topic = "orders", id = "#a0")
		void pay(String id) {
		}

		@DelaySubmit(topic = "orders", id = "#p0", payload = "'new'")
		@DelayCancel(topic = "orders", id = "#id")
		void restart(String id) {
		}

		@DelaySubmit(topic = "orders", id = "#id", payload = "''", condition = "#active")
		void conditional(String id, boolean active) {
		}

		@DelayCancel(topic = "orders", id = "#id", condition = "#active")
		void cancelIf(String id, boolean active) {
		}

		@DelaySubmit(topic = "orders", id = "#id")
		void onlyArgument(String id) {
		}

		@DelaySubmit(topic = "orders",
				id = "#root.method.name + '-' + #id + '-' + #root.args[1] + '-' + @settings.name()",
				payload = "#root.targetClass.simpleName + ' ' + #result", delay = "@settings.delay()")
		String expressions(String id, int number) {
			return id;
		}

		@DelaySubmit(topic = "orders", id = "#id", condition = "#id != ''", payload = "#result")
		String returning(String id, String result) {
			return "returned";
		}

		@DelaySubmit(topic = "orders", id = "#id", condition = "#id != ''", payload = "#result")
		void returningNothing(String id, String result) {
		}

		@DelaySubmit(topic = "orders", id = "#id", payload = "''", delay = "#delay")
		void delayed(String id, String delay) {
		}

		@DelaySubmit(topic = "orders", id = "#id", payload = "''", dueTime = "#dueTime")
		void dueAt(String id, Instant dueTime) {
		}

		@DelaySubmit(topic = "orders", id = "#id", ttr = "30s", maxAttempts = "${orders.attempts}",
				expiresAfter = "${orders.delay}", priority = JobPriority.HIGH)
		void options(String id) {
		}

		@DelaySubmit(topic = "orders", id = "#id", payload = "#state", onConflict = ConflictPolicy.REPLACE)
		void heartbeat(String id, String state) {
		}

		@DelaySubmit(topic = "${orders.topic}", id = "#id", delay = "${orders.delay}")
		void placeholders(String id) {
		}

		@DelaySubmit(topic = "orders", id = "#id + '-1'")
		@DelaySubmit(topic = "orders", id = "#id + '-2'")
		void repeated(String id) {
		}

		@SubmitOrder(id = "'composed-' + #id")
		void composed(String id) {
		}

		@DelaySubmit(topic = "orders", id = "#id", condition = "#result != null")
		Optional<String> optional(String id, Optional<String> found) {
			return found;
		}

		@DelayCancel(topic = "orders", id = "#id")
		@DelaySubmit(topic = "orders")
		String cancelAndSubmitNull(String id) {
			return null;
		}

		@DelaySubmit(topic = "orders", payload = "#id", condition = "#result")
		Boolean nullCondition(String id) {
			return null;
		}

		@DelaySubmit(topic = "orders", id = "#id.missing")
		void broken(String id) {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DelaySubmit(topic = "orders", delay = "3s")
	@interface SubmitOrder {

		@AliasFor(annotation = DelaySubmit.class)
		String id();

	}

	abstract static class GeneralOrders<T> {

		@DelaySubmit(topic = "orders", id = "'general-' + #id")
		void overridden(T id) {
		}

		@DelaySubmit(topic = "orders", id = "'inherited-' + #id")
		void inherited(T id) {
		}

		@DelaySubmit(topic = "orders", id = "'generic-' + #id")
		abstract void generic(T id);

	}

	static class SpecialOrders extends GeneralOrders<String> {

		@Override
		@DelaySubmit(topic = "orders", id = "'special-' + #id")
		public void overridden(String id) {
		}

		@Override
		public void generic(String id) {
		}

	}

	interface Devices {

		@DelaySubmit(topic = "orders", id = "'device-' + #id")
		void register(String id);

	}

	static class RegisteredDevices implements Devices {

		@Override
		public void register(String id) {
		}

	}

}
