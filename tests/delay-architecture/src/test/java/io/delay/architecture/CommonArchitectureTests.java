// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import java.util.Set;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Rules for all modules that are published.
 */
@AnalyzeClasses(packages = "io.delay", importOptions = ImportOption.DoNotIncludeTests.class)
class CommonArchitectureTests {

	private static final Set<String> WALL_CLOCK_READS = Set.of("java.lang.System.currentTimeMillis()",
			"java.time.Instant.now()", "java.time.LocalDateTime.now()");

	@ArchTest
	static final ArchRule rootPackageIsEmpty = noClasses().should().resideInAPackage("io.delay");

	// Each package is a slice of its own, the root of a module too
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
	static final ArchRule publicExceptionsThatNobodyExtendsAreFinal = classes().that()
		.areAssignableTo(Throwable.class)
		.and()
		.arePublic()
		.and(describe("have no subclasses", (JavaClass type) -> type.getSubclasses().isEmpty()))
		.should()
		.haveModifier(JavaModifier.FINAL);

	@ArchTest
	static final ArchRule namesTellTheDuty = noClasses().should()
		.haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)");

	@ArchTest
	static final ArchRule theClockIsInjected = noClasses().should()
		.accessTargetWhere(describe("reads the wall clock",
				(JavaAccess<?> access) -> WALL_CLOCK_READS.contains(access.getTarget().getFullName())));

	@ArchTest
	static final ArchRule internalsOfListenersStayInside = noClasses().that()
		.resideOutsideOfPackage("io.delay.listener..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.listener.support", "io.delay.listener.lease", "io.delay.listener.settle",
				"io.delay.listener.execute", "io.delay.listener.dispatch", "io.delay.listener.poll");

}
