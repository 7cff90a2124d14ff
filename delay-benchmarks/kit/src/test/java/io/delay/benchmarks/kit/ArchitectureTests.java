// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The arrows between the packages of the kit.
 */
@AnalyzeClasses(packages = "io.delay.benchmarks.kit", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("io.delay.benchmarks.kit.(*)..")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule interfaceOfSystemsDependsOnNoOtherPackage = noClasses().that()
		.resideInAPackage("io.delay.benchmarks.kit")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.benchmarks.kit.*..");

}
