// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * What the auto-configuration and the parts of the actuator may know.
 */
@AnalyzeClasses(packages = "io.delay", importOptions = ImportOption.DoNotIncludeTests.class)
class BootArchitectureTests {

	private static final String[] BOOT = { "io.delay.autoconfigure..", "io.delay.actuate.." };

	@ArchTest
	static final ArchRule configurationKnowsNoTests = noClasses().that()
		.resideInAnyPackage(BOOT)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.test..", "io.delay.sample..");

	@ArchTest
	static final ArchRule configurationKnowsNoDriver = noClasses().that()
		.resideInAnyPackage(BOOT)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.lettuce..");

	@ArchTest
	static final ArchRule actuatorKnowsNoConfigurationAndNoRedis = noClasses().that()
		.resideInAPackage("io.delay.actuate..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.autoconfigure..", "io.delay.redis..", "org.springframework.data..");

	@ArchTest
	static final ArchRule internalsOfTheCoreStayInside = noClasses().that()
		.resideInAnyPackage(BOOT)
		.should()
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
		.resideInAnyPackage(BOOT)
		.and()
		.resideOutsideOfPackage("io.delay.autoconfigure.observation..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.metrics..", "io.micrometer.core..", "io.micrometer.tracing..");

	@ArchTest
	static final ArchRule internalsOfTheStoreOnRedisStayInside = noClasses().that()
		.resideInAnyPackage(BOOT)
		.and()
		.resideOutsideOfPackage("io.delay.redis..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.redis.*..");

	@ArchTest
	static final ArchRule internalsOfTheActuatorStayInside = noClasses().that()
		.resideInAnyPackage(BOOT)
		.and()
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
	static final ArchRule internalsOfRestStayInside = noClasses().that()
		.resideInAnyPackage(BOOT)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.rest.http..", "io.delay.rest.json..", "io.delay.rest.problem..",
				"io.delay.rest.wait..");

	// The artifact may be absent
	@ArchTest
	static final ArchRule onlyConfigurationsOfRestKnowIt = noClasses().that()
		.resideInAnyPackage(BOOT)
		.and()
		.resideOutsideOfPackage("io.delay.autoconfigure.rest")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.rest..");

	@ArchTest
	static final ArchRule testSupportKnowsNoRedisAndNoActuator = noClasses().that()
		.resideInAPackage("io.delay.boot.test..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.redis..", "io.delay.actuate..", "org.springframework.data..",
				"io.delay.delivery..");

	// Spring Boot moved its test support, so its packages differ between the two lines
	@ArchTest
	static final ArchRule testSupportKnowsNoTestSupportOfBoot = noClasses().that()
		.resideInAPackage("io.delay.boot.test..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot.test..");

}
