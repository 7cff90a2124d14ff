// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The arrows between the packages of the engine.
 */
@AnalyzeClasses(packages = "io.delay", importOptions = ImportOption.DoNotIncludeTests.class)
class CoreArchitectureTests {

	private static final String[] OTHER_MODULES = { "io.delay.actuate..", "io.delay.autoconfigure..", "io.delay.boot..",
			"io.delay.console..", "io.delay.jdbc..", "io.delay.redis..", "io.delay.rest.." };

	@ArchTest
	static final ArchRule jobDependsOnNothing = classes().that()
		.resideInAPackage("io.delay.job..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.job..")));

	@ArchTest
	static final ArchRule storeDependsOnJobAlone = classes().that()
		.resideInAPackage("io.delay.store")
		.should()
		.onlyDependOnClassesThat(
				resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.job..", "io.delay.store")));

	@ArchTest
	static final ArchRule storeAdminDependsOnStoreHistoryThroughputAndJobAlone = classes().that()
		.resideInAPackage("io.delay.store.admin")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.job..",
				"io.delay.store", "io.delay.store.admin", "io.delay.store.history", "io.delay.store.throughput")));

	@ArchTest
	static final ArchRule throughputDependsOnNothing = classes().that()
		.resideInAPackage("io.delay.store.throughput")
		.should()
		.onlyDependOnClassesThat(
				resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.store.throughput")));

	@ArchTest
	static final ArchRule storeHistoryDependsOnStoreAndJobAlone = classes().that()
		.resideInAPackage("io.delay.store.history")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..")
			.or(resideInAnyPackage("io.delay.job..", "io.delay.store", "io.delay.store.history")));

	@ArchTest
	static final ArchRule lifeKnowsNoStore = noClasses().that()
		.resideInAPackage("io.delay.store.life")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.store.memory");

	@ArchTest
	static final ArchRule supportDependsOnNothing = classes().that()
		.resideInAPackage("io.delay.support..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.support..")));

	@ArchTest
	static final ArchRule listenerKnowsNoAnnotation = noClasses().that()
		.resideInAPackage("io.delay.listener..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.delay.annotation..");

	@ArchTest
	static final ArchRule submitDependsOnTemplateAndJobAlone = classes().that()
		.resideInAPackage("io.delay.submit..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..")
			.or(resideInAnyPackage("io.delay.job..", "io.delay.template..", "io.delay.submit..")));

	@ArchTest
	static final ArchRule deliveryDependsOnStoreAlone = classes().that()
		.resideInAPackage("io.delay.delivery..")
		.should()
		.onlyDependOnClassesThat(
				resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.store", "io.delay.delivery..")));

	@ArchTest
	static final ArchRule adminDependsOnStoreJobEventAndDeliveryAlone = classes().that()
		.resideInAPackage("io.delay.admin..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..")
			.or(resideInAnyPackage("io.delay.job..", "io.delay.store", "io.delay.store.admin", "io.delay.store.history",
					"io.delay.store.throughput", "io.delay.event..", "io.delay.delivery..", "io.delay.admin..")));

	@ArchTest
	static final ArchRule retentionDependsOnStoreAndJobAlone = classes().that()
		.resideInAPackage("io.delay.retention..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.job..",
				"io.delay.store", "io.delay.store.admin", "io.delay.retention..")));

	@ArchTest
	static final ArchRule eventKnowsOnlyWhatItTellsOf = classes().that()
		.resideInAPackage("io.delay.event..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.event..",
				"io.delay.job..", "io.delay.store", "io.delay.store.admin", "io.delay.converter..")));

	@ArchTest
	static final ArchRule observationDependsOnStoreAndJobAlone = classes().that()
		.resideInAPackage("io.delay.observation..")
		.should()
		.onlyDependOnClassesThat(resideOutsideOfPackage("io.delay..").or(resideInAnyPackage("io.delay.job..",
				"io.delay.store", "io.delay.store.admin", "io.delay.support..", "io.delay.observation..")));

	@ArchTest
	static final ArchRule nothingNeedsMetrics = noClasses().that()
		.resideOutsideOfPackage("io.delay.metrics..")
		.and()
		.resideOutsideOfPackages(OTHER_MODULES)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.delay.metrics..", "io.micrometer.core..");

	@ArchTest
	static final ArchRule metricsKnowNoSlf4j = noClasses().that()
		.resideInAPackage("io.delay.metrics..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.slf4j..");

	@ArchTest
	static final ArchRule coreKnowsNeitherBootNorRedisNorTracing = noClasses().that()
		.resideOutsideOfPackages(OTHER_MODULES)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "org.springframework.data..", "io.lettuce..",
				"io.micrometer.tracing..");

}
