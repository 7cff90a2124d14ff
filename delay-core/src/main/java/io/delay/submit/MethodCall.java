// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;

/**
 * A call of a method that has returned. It is the root object of expressions.
 *
 * @param args the arguments
 * @param target the bean
 * @param targetClass the class of the bean
 */
record MethodCall(Method method, Object[] args, Object target, Class<?> targetClass) {

}
