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

import org.springframework.beans.factory.config.BeanPostProcessor;

import io.delay.listener.container.CallerRunsContainers;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.watch.DelayEventPublisher;

/**
 * Replaces the beans that start threads by beans that use the calling thread, whether the
 * application or the auto-configuration defines them.
 */
final class CallerRunsBeanPostProcessor implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof DelayListenerContainerFactory factory) {
			return CallerRunsContainers.factory(factory);
		}
		return (bean instanceof DelayEventPublisher publisher) ? publisher.onCallingThread() : bean;
	}

}
