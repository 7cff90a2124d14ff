// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

import io.delay.autoconfigure.store.OnStoreCondition.StoreChoice;

/**
 * Matches if the application has chosen a store.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Conditional(OnStoreCondition.class)
@interface ConditionalOnStore {

	StoreChoice value();

}
