// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;

import io.delay.listener.container.DelayListenerRegistry;

/**
 * Finds the listeners of a context and its parents. For use by Delay's
 * auto-configurations. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ListenerRegistries {

	private ListenerRegistries() {
	}

	/**
	 * Return the registries of a context and all its parents.
	 * @return the registries, beginning with those of the context
	 */
	public static List<DelayListenerRegistry> of(ApplicationContext context) {
		List<DelayListenerRegistry> registries = new ArrayList<>();
		for (@Nullable
		ApplicationContext current = context; current != null; current = current.getParent()) {
			registries.addAll(current.getBeansOfType(DelayListenerRegistry.class).values());
		}
		return registries;
	}

	/**
	 * Return the topics of all listeners of some registries.
	 * @return the topics, in no particular order
	 */
	public static Set<String> topics(Collection<DelayListenerRegistry> registries) {
		return registries.stream()
			.flatMap((listeners) -> listeners.topics().stream())
			.collect(Collectors.toUnmodifiableSet());
	}

}
