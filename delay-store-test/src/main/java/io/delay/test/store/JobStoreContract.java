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

package io.delay.test.store;

/**
 * The complete contract of a {@link io.delay.store.JobStore}. The test class of a store
 * extends this class and only has to supply {@link #fixture()}.
 *
 * @since 0.1.0
 */
// SubmitContract is named again because JUnit asks for each test whether the class has
// tests, and stops at the first class of the hierarchy that has some. It compares all
// default methods of the interfaces of a class with each other, which took two seconds of
// CPU time with all parts in one class
public abstract class JobStoreContract extends JobStoreContractParts implements SubmitContract {

}
