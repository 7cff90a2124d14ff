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

package io.delay.actuate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.management.MBeanException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jmx.JmxEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jmx.JmxAutoConfiguration;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.delay.admin.DelayAdmin;
import io.delay.admin.failures.FailureCause;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.actuate.DelayEndpointAutoConfiguration;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.HostName;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Every operation by JMX.
 */
class DelayEndpointJmxTests {

	private static final String[] READS = { "topics", "topic", "job", "jobs", "history", "forecast", "throughput",
			"failures" };

	private static final String[] WRITES = { "kick", "kickAll", "bury", "reschedule", "edit", "cancel", "kickGroup",
			"cancelGroup", "pause", "resume", "purge", "forget" };

	private final MBeanServer server = MBeanServerFactory.createMBeanServer();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DelayAutoConfiguration.class, DelayEndpointAutoConfiguration.class,
				JmxAutoConfiguration.class, EndpointAutoConfiguration.class, JmxEndpointAutoConfiguration.class,
				BootAutoConfigurations.jackson()))
		// As SpringApplication does, for "unrestricted" is written in lower case
		.withInitializer((context) -> context.getEnvironment().setConversionService(new ApplicationConversionService()))
		.withBean("mbeanServer", MBeanServer.class, () -> this.server)
		.withPropertyValues("delay.store.type=memory", "spring.jmx.enabled=true",
				"management.endpoints.jmx.exposure.include=delay");

	@AfterEach
	void release() {
		MBeanServerFactory.releaseMBeanServer(this.server);
	}

	@Test
	void everythingCanBeDoneIfItIsGranted() {
		this.runner
			.withPropertyValues("management.endpoint.delay.access=unrestricted",
					"delay.endpoint.show-payloads=when-authorized", "delay.endpoint.roles=NOBODY")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(operations()).containsExactlyInAnyOrder(
						Stream.concat(Arrays.stream(READS), Arrays.stream(WRITES)).toArray(String[]::new));
				submit(context, "1");
				submit(context, "2");
				DelayAdmin admin = context.getBean(DelayAdmin.class);
				assertThat(list(invoke("topics", null, null, null).get("topics"))).singleElement()
					.satisfies((topic) -> assertThat(topic).containsEntry("topic", "orders"));
				assertThat(invoke("topic", "orders").get("consumers")).isEqualTo(List.of());
				assertThat(invoke("bury", "orders", "1", null, "why")).containsEntry("found", "DELAYED")
					.containsEntry("changed", true);
				assertThat(invoke("job", "orders", "1").get("content")).asInstanceOf(InstanceOfAssertFactories.MAP)
					.containsEntry("payload", "4711");
				assertThat(list(invoke("jobs", "orders", "failed", "newest", "10", null).get("jobs"))).singleElement()
					.satisfies((job) -> assertThat(job.get("failures").toString()).contains("error=why"));
				assertThat(list(invoke("history", "orders", null, "", "").get("runs"))).isEmpty();
				assertThat(list(invoke("forecast", "orders", null, "", "").get("intervals"))).hasSize(24);
				assertThat(list(invoke("throughput", "orders").get("minutes"))).hasSize(60);
				assertThat(invoke("kick", "orders", "1", "", "2h")).containsEntry("found", "FAILED");
				assertThat(admin.find("orders", "1").orElseThrow().state()).isEqualTo(JobState.DELAYED);
				assertThat(invoke("pause", "orders")).containsEntry("paused", true);
				assertThat(admin.status("orders").pause().by())
					.hasToString("application on host " + HostName.resolve());
				assertThat(invoke("resume", "orders")).containsEntry("changed", true);
				invoke("reschedule", "orders", "1", null, "", "2030-01-31T08:00:00Z");
				assertThat(
						invoke("edit", "orders", "1", admin.find("orders", "1").orElseThrow().version(), "", "3h", ""))
					.containsEntry("changed", true);
				invoke("bury", "orders", null, "1 3", "");
				assertThat(invoke("kickAll", "orders", null, null, "").get("jobs").toString()).isEqualTo("1");
				invoke("bury", "orders", "1", null, "Order 17 is closed");
				String cause = FailureCause.of("Order 17 is closed").key();
				assertThat(list(invoke("failures", "orders").get("groups"))).singleElement()
					.satisfies((group) -> assertThat(group).containsEntry("cause", cause));
				assertThatExceptionOfType(MBeanException.class)
					.isThrownBy(() -> invoke("cancelGroup", "orders", "0", "", null))
					.withMessageContaining("has no failed job with the cause '0'");
				assertThat(invoke("kickGroup", "orders", cause, "", "10", "")).extractingByKeys("jobs", "done", "total")
					.allSatisfy((number) -> assertThat(number).hasToString("1"));
				assertThat(invoke("cancel", "orders", "1", null)).containsEntry("found", "READY");
				assertThat(invoke("bury", "orders", null, "2 3", null).get("found")).hasToString("{DELAYED=1}");
				assertThat(invoke("purge", "orders", "failed", null, null).get("jobs").toString()).isEqualTo("1");
				assertThat(invoke("forget", "orders").get("forgotten").toString()).isEqualTo("true");
				assertThat(admin.find("orders", "2")).isEmpty();
			});
	}

	@Test
	void unlessMoreIsGrantedNothingCanBeChangedAndNoPayloadIsSeen() {
		this.runner.run((context) -> {
			submit(context, "1");
			assertThat(operations()).containsExactlyInAnyOrder(READS);
			assertThat(invoke("job", "orders", "1").get("content")).isNull();
		});
	}

	@Test
	void whatIsWrongIsTold() {
		this.runner.run((context) -> {
			assertThatExceptionOfType(MBeanException.class).isThrownBy(() -> invoke("job", "orders", "1"))
				.withMessage("Topic 'orders' has no job '1'");
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> invoke("jobs", "orders", "lost", "", "", ""))
				.withMessageContaining("Parameter 'state' must be one of delayed");
			assertThatExceptionOfType(MBeanException.class).isThrownBy(() -> invoke("topic", "a b"))
				.withMessageContaining("must be 1 to 200 characters");
		});
	}

	private void submit(ApplicationContext context, String id) {
		context.getBean(DelayTemplate.class)
			.submit(Job.to("orders").id(id).payload("4711").delay(Duration.ofHours(1)).build());
	}

	private String[] operations() throws Exception {
		return Arrays.stream(this.server.getMBeanInfo(name()).getOperations())
			.map(MBeanOperationInfo::getName)
			.toArray(String[]::new);
	}

	// As a console does: with the signature that the endpoint tells
	@SuppressWarnings("unchecked")
	private Map<String, Object> invoke(String operation, Object... arguments) throws Exception {
		String[] signature = Arrays.stream(this.server.getMBeanInfo(name()).getOperations())
			.filter((candidate) -> candidate.getName().equals(operation))
			.flatMap((candidate) -> Arrays.stream(candidate.getSignature()))
			.map(MBeanParameterInfo::getType)
			.toArray(String[]::new);
		assertThat(signature).hasSize((arguments != null) ? arguments.length : 1).containsOnly(String.class.getName());
		return (Map<String, Object>) this.server.invoke(name(), operation, arguments, signature);
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> list(Object value) {
		return (List<Map<String, Object>>) value;
	}

	private static ObjectName name() throws Exception {
		return new ObjectName("org.springframework.boot:type=Endpoint,name=Delay");
	}

}
