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

package io.delay.observation;

import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ExceptionName}.
 */
class ExceptionNameTests {

	@Test
	void isTheSimpleNameOfTheClass() {
		assertThat(ExceptionName.of(new IllegalStateException("secret"))).isEqualTo("IllegalStateException");
		assertThat(ExceptionName.of(null)).isEqualTo("none");
	}

	@Test
	void isTheWholeNameOfAnAnonymousClass() {
		assertThat(ExceptionName.of(new RuntimeException() {
		})).isEqualTo(getClass().getName() + "$1");
	}

	@Test
	void isTheWholeNameOfANestedClassWithoutTheOneAroundIt() throws Exception {
		Throwable exception = new Loader().nested();
		assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(() -> exception.getClass().getSimpleName());
		assertThat(ExceptionName.of(exception)).isEqualTo("shop.Missing$Nested");
	}

	/**
	 * Makes a class as a part of a jar can have it.
	 */
	private static final class Loader extends ClassLoader {

		private static final String NAME = "shop/Missing$Nested";

		Throwable nested() throws ReflectiveOperationException {
			ClassWriter writer = new ClassWriter(0);
			writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/RuntimeException", null);
			writer.visitInnerClass(NAME, "shop/Missing", "Nested", Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC);
			MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
			constructor.visitCode();
			constructor.visitVarInsn(Opcodes.ALOAD, 0);
			constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/RuntimeException", "<init>", "()V", false);
			constructor.visitInsn(Opcodes.RETURN);
			constructor.visitMaxs(1, 1);
			constructor.visitEnd();
			writer.visitEnd();
			byte[] bytes = writer.toByteArray();
			Class<?> type = defineClass(NAME.replace('/', '.'), bytes, 0, bytes.length);
			return (Throwable) type.getConstructor().newInstance();
		}

	}

}
