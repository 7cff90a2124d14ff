// SPDX-License-Identifier: Apache-2.0

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
	void nameIsTheSimpleNameOfTheClass() {
		assertThat(ExceptionName.of(new IllegalStateException("secret"))).isEqualTo("IllegalStateException");
		assertThat(ExceptionName.of(null)).isEqualTo("none");
	}

	@Test
	void nameIsTheWholeNameOfAnAnonymousClass() {
		assertThat(ExceptionName.of(new RuntimeException() {
		})).isEqualTo(getClass().getName() + "$1");
	}

	@Test
	void nameOfANestedClassIsWholeIfItsEnclosingClassIsMissing() throws Exception {
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
