// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * An application with Delay, Redis and JSON. The file with the name of this annotation
 * lists the auto-configurations, because some have other names on each line of Spring
 * Boot.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
public @interface OnRedis {

}
