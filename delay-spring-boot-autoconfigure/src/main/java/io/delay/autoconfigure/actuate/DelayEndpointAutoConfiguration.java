// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.actuate;

import java.time.InstantSource;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

import io.delay.actuate.DelayEndpoint;
import io.delay.actuate.DelayEndpointWebExtension;
import io.delay.actuate.OperatorAccess;
import io.delay.actuate.RecentChanges;
import io.delay.actuate.web.EndpointParametersAdvisor;
import io.delay.admin.DelayAdminOperations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.template.DelayOperations;

/**
 * Auto-configuration for {@link DelayEndpoint}, if it is exposed and the store supports
 * the administration of jobs.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@Conditional(OnDelayEnabledCondition.class)
@ConditionalOnBean(DelayAdminOperations.class)
@ConditionalOnAvailableEndpoint(DelayEndpoint.class)
public final class DelayEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DelayEndpoint delayEndpoint(DelayAdminOperations admin, ObjectProvider<DelayOperations> delay,
			ApplicationContext context) {
		List<DelayListenerRegistry> registries = ListenerRegistries.of(context);
		return new DelayEndpoint(admin, () -> ListenerRegistries.topics(registries), InstantSource.system(),
				delay.getIfUnique());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(DelayEndpoint.class)
	@ConditionalOnAvailableEndpoint(endpoint = DelayEndpoint.class, exposure = EndpointExposure.WEB)
	RecentChanges delayRecentChanges() {
		return new RecentChanges(InstantSource.system());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(DelayEndpoint.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	DelayEndpointWebExtension delayEndpointWebExtension(DelayEndpoint endpoint, DelayProperties properties,
			ObjectProvider<EndpointAccessResolver> access, RecentChanges changes) {
		OperatorAccess operators = new OperatorAccess(isWritable(access.getIfAvailable()),
				properties.endpoint().operatorRoles());
		return new DelayEndpointWebExtension(endpoint, showPayloads(properties), properties.endpoint().roles(),
				operators, changes);
	}

	@Bean
	EndpointParametersAdvisor delayEndpointParametersAdvisor() {
		return new EndpointParametersAdvisor();
	}

	private static boolean isWritable(@Nullable EndpointAccessResolver access) {
		return access == null || access.accessFor(EndpointId.of("delay"), Access.READ_ONLY) == Access.UNRESTRICTED;
	}

	private static Show showPayloads(DelayProperties properties) {
		return Show.valueOf(properties.endpoint().showPayloads().name());
	}

}
