// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.DelayListener;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for a debounce.
 */
class DebounceTests {

	private final RecipeApplication application = RecipeApplication.of(SearchIndex.class, IndexUpdates.class);

	private final IndexUpdates updates = this.application.bean(IndexUpdates.class);

	private final SearchIndex index = this.application.bean(SearchIndex.class);

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void indexIsUpdatedOnceFiveSecondsAfterTheLastChange() {
		for (int change = 0; change < 10; change++) {
			this.updates.changed("a");
			this.application.advance(Duration.ofSeconds(4));
			assertThat(this.index.updated).isEmpty();
		}
		this.application.advance(Duration.ofSeconds(1));
		assertThat(this.index.updated).containsExactly("a");
		this.application.advance(Duration.ofHours(1));
		assertThat(this.index.updated).containsExactly("a");
	}

	@Test
	void documentsDoNotPostponeEachOther() {
		this.updates.changed("a");
		this.application.advance(Duration.ofSeconds(3));
		this.updates.changed("b");
		this.application.advance(Duration.ofSeconds(2));
		assertThat(this.index.updated).containsExactly("a");
	}

	@Test
	void changeDuringTheUpdateIsFollowedByAnotherUpdate() {
		this.index.during = () -> {
			this.updates.changed("a");
			assertThat(this.application.template().find("index-update", "a").orElseThrow().state())
				.isEqualTo(JobState.DELAYED);
		};
		this.updates.changed("a");
		this.application.advance(Duration.ofMinutes(1));
		assertThat(this.index.updated).containsExactly("a", "a");
	}

	record Change(String documentId) {

	}

	static class IndexUpdates {

		private final SearchIndex index;

		private final DelayTemplate delayTemplate;

		IndexUpdates(SearchIndex index, DelayTemplate delayTemplate) {
			this.index = index;
			this.delayTemplate = delayTemplate;
		}

		void changed(String documentId) {
			this.delayTemplate.submit(Job.to("index-update")
				.id(documentId)
				.payload(new Change(documentId))
				.delay(Duration.ofSeconds(5))
				.onConflict(ConflictPolicy.REPLACE)
				.build());
		}

		@DelayListener("index-update")
		void update(Change change) {
			this.index.update(change.documentId());
		}

	}

	static class SearchIndex {

		private final List<String> updated = new ArrayList<>();

		private Runnable during = () -> {
		};

		void update(String documentId) {
			this.updated.add(documentId);
			Runnable once = this.during;
			this.during = () -> {
			};
			once.run();
		}

	}

}
