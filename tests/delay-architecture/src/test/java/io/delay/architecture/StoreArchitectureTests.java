// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The types on which the stores may depend.
 */
@AnalyzeClasses(packages = "io.delay", importOptions = ImportOption.DoNotIncludeTests.class)
class StoreArchitectureTests {

	@ArchTest
	static final ArchRule storesKnowNeitherListenersNorBoot = noClasses().that()
		.resideInAnyPackage("io.delay.redis..", "io.delay.jdbc..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.listener..", "io.delay.template..", "io.delay.annotation..",
				"org.springframework.boot..");

	@ArchTest
	static final ArchRule partsOfRedisAreFreeOfCycles = slices().matching("io.delay.redis.(*)..")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule partsOfJdbcAreFreeOfCycles = slices().matching("io.delay.jdbc.(*)..")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule partsOfRedisKnowNoPublicTypes = noClasses().that()
		.resideInAPackage("io.delay.redis.*..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.redis");

	@ArchTest
	static final ArchRule partsOfJdbcKnowNoPublicTypes = noClasses().that()
		.resideInAPackage("io.delay.jdbc.*..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.jdbc");

	@ArchTest
	static final ArchRule onlyConnectionsKnowTheDriversNetwork = noClasses().that()
		.resideInAPackage("io.delay.redis..")
		.and()
		.resideOutsideOfPackages("io.delay.redis.connection")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.netty..");

	@ArchTest
	static final ArchRule redisKnowsNoOtherStore = noClasses().that()
		.resideInAPackage("io.delay.redis..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.jdbc..", "io.delay.store.memory..");

	@ArchTest
	static final ArchRule jdbcKnowsNoOtherStore = noClasses().that()
		.resideInAPackage("io.delay.jdbc..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.redis..", "io.delay.store.memory..");

	@ArchTest
	static final ArchRule onlySessionsAndRowsKnowJdbc = noClasses().that()
		.resideInAPackage("io.delay.jdbc..")
		.and()
		.resideOutsideOfPackages("io.delay.jdbc.session", "io.delay.jdbc.table", "io.delay.jdbc.dialect")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("java.sql..");

}
