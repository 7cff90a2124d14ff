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

package io.delay.autoconfigure;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * What the auto-configuration and the parts of the actuator may know.
 */
@AnalyzeClasses(packages = { "io.delay.autoconfigure", "io.delay.actuate" },
		importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final Set<String> WALL_CLOCK_READS = Set.of("java.lang.System.currentTimeMillis()",
			"java.time.Instant.now()", "java.time.LocalDateTime.now()");

	@ArchTest
	static final ArchRule configurationKnowsNoTests = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.test..", "io.delay.sample..");

	@ArchTest
	static final ArchRule configurationKnowsNoDriver = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("io.lettuce..");

	@ArchTest
	static final ArchRule actuatorKnowsNoConfigurationAndNoRedis = noClasses().that()
		.resideInAPackage("io.delay.actuate..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.autoconfigure..", "io.delay.redis..", "org.springframework.data..");

	@ArchTest
	static final ArchRule internalsOfTheCoreStayInside = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.delivery..");

	// The libraries of which they are may be absent
	@ArchTest
	static final ArchRule onlyConfigurationsOfTheActuatorKnowIt = noClasses().that()
		.resideInAPackage("io.delay.autoconfigure..")
		.and()
		.resideOutsideOfPackage("io.delay.autoconfigure.actuate..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.actuate..", "org.springframework.boot.actuate..",
				"org.springframework.boot.health..");

	// These, too, may be absent
	@ArchTest
	static final ArchRule onlyConfigurationsOfMetricsAndTracingKnowThem = noClasses().that()
		.resideOutsideOfPackage("io.delay.autoconfigure.observation..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.metrics..", "io.micrometer.core..", "io.micrometer.tracing..");

	// Each package is a slice of its own, the root too
	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().assignedFrom(new SliceAssignment() {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return SliceIdentifier.of(type.getPackageName());
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}).should().beFreeOfCycles();

	@ArchTest
	static final ArchRule namesTellTheDuty = noClasses().should()
		.haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)");

	@ArchTest
	static final ArchRule theClockIsInjected = noClasses().should()
		.accessTargetWhere(describe("reads the wall clock",
				(JavaAccess<?> access) -> WALL_CLOCK_READS.contains(access.getTarget().getFullName())));

	@ArchTest
	static final ArchRule internalsOfTheStoreOnRedisStayInside = noClasses().that()
		.resideOutsideOfPackage("io.delay.redis..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.redis.*..");

	@ArchTest
	static final ArchRule internalsOfTheActuatorStayInside = noClasses().that()
		.resideOutsideOfPackage("io.delay.actuate..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.actuate.descriptor", "io.delay.actuate.health", "io.delay.actuate.request");

	// Answers are plain values, which can be read without knowing how they come about
	@ArchTest
	static final ArchRule answersKnowNoOtherPartOfTheActuator = noClasses().that()
		.resideInAPackage("io.delay.actuate.descriptor")
		.should()
		.dependOnClassesThat(describe("belong to another part of the actuator",
				(JavaClass type) -> type.getPackageName().startsWith("io.delay.actuate")
						&& !type.getPackageName().endsWith(".descriptor")));

	@ArchTest
	static final ArchRule internalsOfRestStayInside = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.rest.http..", "io.delay.rest.json..", "io.delay.rest.problem..",
				"io.delay.rest.wait..");

	// The artifact may be absent
	@ArchTest
	static final ArchRule onlyConfigurationsOfRestKnowIt = noClasses().that()
		.resideOutsideOfPackage("io.delay.autoconfigure.rest")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.rest..");

	@ArchTest
	static final ArchRule internalsOfListenersStayInside = noClasses().that()
		.resideOutsideOfPackage("io.delay.listener..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.listener.support", "io.delay.listener.lease", "io.delay.listener.settle",
				"io.delay.listener.execute", "io.delay.listener.dispatch", "io.delay.listener.poll");

}
