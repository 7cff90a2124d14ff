// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import java.util.Set;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.springframework.util.ClassUtils;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

/**
 * Tests that the classes of the published modules link with the line of Spring Boot that
 * is on the class path. It is the line that they were not compiled against.
 */
@AnalyzeClasses(packages = "io.delay", importOptions = ImportOption.DoNotIncludeTests.class)
class LinkTests {

	// Spring Boot 3 has no such package, and a condition keeps these classes from being
	// loaded there
	private static final String HEALTH_OF_BOOT4 = "org.springframework.boot.health.";

	private static final Set<String> USERS_OF_THE_HEALTH_OF_BOOT4 = Set.of("io.delay.actuate.DelayHealthIndicator",
			"io.delay.autoconfigure.actuate.DelayHealthContributorAutoConfiguration");

	@ArchTest
	static final ArchRule typesExist = classes().should(new ArchCondition<>("refer to types that exist") {

		@Override
		public void check(JavaClass type, ConditionEvents events) {
			for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
				JavaClass target = dependency.getTargetClass().getBaseComponentType();
				if (!exists(target) && !isHealthOfBoot4(type, target)) {
					events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
				}
			}
		}

	});

	@ArchTest
	static final ArchRule membersExist = classes().should(new ArchCondition<>("refer to members that exist") {

		@Override
		public void check(JavaClass type, ConditionEvents events) {
			for (JavaAccess<?> access : type.getAccessesFromSelf()) {
				JavaClass owner = access.getTargetOwner();
				if (!owner.isArray() && exists(owner) && access.getTarget().resolveMember().isEmpty()) {
					events.add(SimpleConditionEvent.violated(access, access.getDescription()));
				}
			}
		}

	});

	private static boolean exists(JavaClass type) {
		return type.isFullyImported() || ClassUtils.isPresent(type.getName(), null);
	}

	private static boolean isHealthOfBoot4(JavaClass type, JavaClass target) {
		return USERS_OF_THE_HEALTH_OF_BOOT4.contains(type.getName()) && target.getName().startsWith(HEALTH_OF_BOOT4);
	}

}
