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

package io.delay.listener;

/**
 * The rest of the handling of a job, as seen by a {@link JobInterceptor}: the next
 * interceptors and the handler.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobInvocation {

	/**
	 * Call the next interceptor or, after the last one, the handler.
	 * @throws UnprocessableJobException if no further delivery of the job can succeed,
	 * for instance because its payload cannot be read
	 * @throws Exception if the job could not be handled
	 */
	void proceed() throws Exception;

}
