// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

/**
 * Lua that lets a script fail as soon as it touches a key that it does not declare. Redis
 * itself notices that on another slot only, or while a slot moves. The key {@code none}
 * is declared, but must never exist.
 */
public final class DeclaredKeys {

	/**
	 * What stands before a script. Code that may touch other keys calls
	 * {@code unguarded}.
	 */
	public static final String GUARD = """
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
