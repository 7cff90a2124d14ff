// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.execute.FailurePolicy.RetriedExceptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * After which exceptions a job is delivered again, as Spring's own retry does it.
 */
@Timeout(10)
class RetriedExceptionsTests {

	private static RetriedExceptions retried(List<Class<? extends Throwable>> included,
			List<Class<? extends Throwable>> excluded) {
		return new RetriedExceptions(included, excluded);
	}

	@Test
	void allExceptionsAreRetriedWithoutTypes() {
		assertThat(retried(List.of(), List.of()).contains(new Error())).isTrue();
	}

	@Test
	void onlyIncludedTypesAndTheirSubclassesAreRetried() {
		RetriedExceptions retried = retried(List.of(IOException.class), List.of());
		assertThat(retried.contains(new IOException())).isTrue();
		assertThat(retried.contains(new FileNotFoundException())).isTrue();
		assertThat(retried.contains(new IllegalStateException())).isFalse();
	}

	@Test
	void excludedTypesTakePrecedence() {
		RetriedExceptions retried = retried(List.of(FileNotFoundException.class), List.of(IOException.class));
		assertThat(retried.contains(new FileNotFoundException())).isFalse();
		assertThat(retried.contains(new IllegalStateException())).isFalse();
		assertThat(retried(List.of(), List.of(IOException.class)).contains(new IllegalStateException())).isTrue();
	}

	@Test
	void causesAreExaminedToo() {
		UncheckedIOException wrapped = new UncheckedIOException(new FileNotFoundException());
		assertThat(retried(List.of(IOException.class), List.of()).contains(wrapped)).isTrue();
		assertThat(retried(List.of(), List.of(FileNotFoundException.class)).contains(wrapped)).isFalse();
		assertThat(retried(List.of(UncheckedIOException.class), List.of(FileNotFoundException.class)).contains(wrapped))
			.isFalse();
	}

	@Test
	void searchThroughCausesThatFormACycleEnds() {
		IllegalStateException first = new IllegalStateException();
		IllegalArgumentException second = new IllegalArgumentException(first);
		first.initCause(second);
		assertThat(retried(List.of(), List.of(IOException.class)).contains(first)).isTrue();
		assertThat(retried(List.of(IOException.class), List.of()).contains(second)).isFalse();
	}

}
