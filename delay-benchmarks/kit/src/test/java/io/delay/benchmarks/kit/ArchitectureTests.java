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
