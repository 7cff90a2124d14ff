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

package io.delay.boot.test;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The types on which the test support may depend.
 */
@AnalyzeClasses(packages = "io.delay.boot.test", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule testSupportKnowsNoRedisAndNoActuator = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.redis..", "io.delay.actuate..", "org.springframework.data..");

	@ArchTest
	static final ArchRule internalsOfTheCoreStayInside = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.delivery..", "io.delay.listener.support", "io.delay.listener.lease",
				"io.delay.listener.settle", "io.delay.listener.execute", "io.delay.listener.dispatch",
				"io.delay.listener.poll");

	// Spring Boot moved its test support, so its packages differ between the two lines
	@ArchTest
	static final ArchRule testSupportKnowsNoTestSupportOfBoot = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot.test..");

}
