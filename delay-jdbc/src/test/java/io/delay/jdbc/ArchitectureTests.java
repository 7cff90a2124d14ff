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

package io.delay.jdbc;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * What the store on a database may know.
 */
@AnalyzeClasses(packages = "io.delay.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final Set<String> WALL_CLOCK_READS = Set.of("java.lang.System.currentTimeMillis()",
			"java.time.Instant.now()", "java.time.LocalDateTime.now()");

	@ArchTest
	static final ArchRule storeKnowsNoListener = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.listener..", "io.delay.template..", "io.delay.annotation..");

	@ArchTest
	static final ArchRule storeKnowsNoBoot = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot..");

	@ArchTest
	static final ArchRule internalPackagesAreFreeOfCycles = slices().matching("io.delay.jdbc.(*)..")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule internalPackagesKnowNoPublicOnes = noClasses().that()
		.resideInAPackage("io.delay.jdbc.*..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.jdbc");

	@ArchTest
	static final ArchRule storesDoNotKnowEachOther = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.redis..", "io.delay.store.memory..");

	@ArchTest
	static final ArchRule onlySessionsAndRowsKnowJdbc = noClasses().that()
		.resideOutsideOfPackages("io.delay.jdbc.session", "io.delay.jdbc.table", "io.delay.jdbc.dialect")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("java.sql..");

	@ArchTest
	static final ArchRule namesTellTheDuty = noClasses().should()
		.haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)");

	@ArchTest
	static final ArchRule theClockIsInjected = noClasses().should()
		.accessTargetWhere(describe("reads the wall clock",
				(JavaAccess<?> access) -> WALL_CLOCK_READS.contains(access.getTarget().getFullName())));

}
