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
