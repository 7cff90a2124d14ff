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

package io.delay.move;

/**
 * The result of a move.
 *
 * @param moved the number of jobs that were removed from the source
 * @param existing how many of them were not stored in the target, because their ids
 * already existed there
 * @param unreadable the number of jobs that stay in the source, because their records
 * cannot be read
 * @since 0.1.0
 */
public record MoveResult(long moved, long existing, long unreadable) {

}
