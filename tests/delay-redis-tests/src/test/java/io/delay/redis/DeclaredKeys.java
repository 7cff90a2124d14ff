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

package io.delay.redis;

/**
 * Lua that lets a script fail as soon as it touches a key that it does not declare. Redis
 * itself notices that on another slot only, or while a slot moves. The key {@code none}
 * is declared, but must never exist.
 */
final class DeclaredKeys {

	/**
	 * What stands before a script. Code that may touch other keys calls
	 * {@code unguarded}.
	 */
	static final String GUARD = """
			local unguarded, declared = redis, {}
			for _, key in ipairs(KEYS) do
				declared[key] = not string.find(key, ':none$') or nil
			end
			local function guard(call)
				return function(command, key, ...)
					local named = (command == 'MEMORY') and ... or key
					if not declared[named] and command ~= 'PUBLISH' then
						error('The script does not declare the key ' .. tostring(named))
					end
					return call(command, key, ...)
				end
			end
			local redis = setmetatable({ call = guard(redis.call), pcall = guard(redis.pcall) }, { __index = redis })
			""";

	private DeclaredKeys() {
	}

}
