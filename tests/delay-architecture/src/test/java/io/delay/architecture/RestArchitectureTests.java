// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.web.bind.annotation.RestController;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * What Delay over HTTP may know.
 */
@AnalyzeClasses(packages = "io.delay", importOptions = ImportOption.DoNotIncludeTests.class)
class RestArchitectureTests {

	@ArchTest
	static final ArchRule restKnowsNeitherBootNorAStore = noClasses().that()
		.resideInAPackage("io.delay.rest..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "org.springframework.data..", "io.lettuce..",
				"io.delay.redis..", "io.delay.store.memory..", "io.delay.autoconfigure..");

	@ArchTest
	static final ArchRule restKnowsNoListener = noClasses().that()
		.resideInAPackage("io.delay.rest..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.listener..", "io.delay.annotation..", "io.delay.delivery..");

	@ArchTest
	static final ArchRule problemDependsOnNoOtherPackage = classes().that()
		.resideInAPackage("io.delay.rest.problem")
		.should()
		.onlyDependOnClassesThat(
				resideOutsideOfPackage("io.delay.rest..").or(resideInAnyPackage("io.delay.rest.problem")));

	@ArchTest
	static final ArchRule jsonDependsOnProblemAlone = classes().that()
		.resideInAPackage("io.delay.rest.json")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay.rest..")
			.or(resideInAnyPackage("io.delay.rest.json", "io.delay.rest.problem")));

	@ArchTest
	static final ArchRule waitKnowsNoJson = noClasses().that()
		.resideInAPackage("io.delay.rest.wait")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.rest", "io.delay.rest.json");

	@ArchTest
	static final ArchRule onlyJsonKnowsJackson = noClasses().that()
		.resideInAPackage("io.delay.rest..")
		.and()
		.resideOutsideOfPackage("io.delay.rest.json")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..");

	// The libraries of the other web framework may be absent
	@ArchTest
	static final ArchRule onlyServletKnowsSpringMvc = noClasses().that()
		.resideInAPackage("io.delay.rest..")
		.and()
		.resideOutsideOfPackage("io.delay.rest.servlet..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("jakarta.servlet..", "org.springframework.web.servlet..",
				"org.springframework.web.context.request..", "org.springframework.web.method..",
				"io.delay.rest.servlet..");

	@ArchTest
	static final ArchRule onlyReactiveKnowsWebFlux = noClasses().that()
		.resideInAPackage("io.delay.rest..")
		.and()
		.resideOutsideOfPackage("io.delay.rest.reactive")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("reactor..", "org.reactivestreams..", "org.springframework.web.reactive..",
				"org.springframework.web.server..", "org.springframework.http.server.reactive..",
				"io.delay.rest.reactive");

	// Spring Security may be absent
	@ArchTest
	static final ArchRule onlyOneClassKnowsSpringSecurity = noClasses().that()
		.resideInAPackage("io.delay.rest..")
		.and()
		.haveNameNotMatching("io\\.delay\\.rest\\.http\\.AuthenticatedName\\$SpringSecurity")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.security..");

	@ArchTest
	static final ArchRule controllersAreInternal = classes().that()
		.areAnnotatedWith(RestController.class)
		.should()
		.bePackagePrivate();

	@ArchTest
	static final ArchRule usersNameOptionsAndConfigurationsAlone = classes().that()
		.resideInAnyPackage("io.delay.rest", "io.delay.rest.servlet", "io.delay.rest.reactive")
		.and()
		.haveSimpleNameNotEndingWith("Configuration")
		.and()
		.doNotHaveSimpleName("RestOptions")
		.and()
		.areTopLevelClasses()
		.and()
		.doNotHaveSimpleName("package-info")
		.should()
		.bePackagePrivate();

}
