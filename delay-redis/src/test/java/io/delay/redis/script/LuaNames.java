// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The names of a piece of Lua: those that it declares for what comes behind it, and those
 * that it uses without having declared them. The piece may begin or end inside a block.
 */
final class LuaNames {

	private static final Pattern COMMENT = Pattern.compile("--[^\n]*");

	private static final Pattern TOKEN = Pattern
		.compile("'(?:\\\\.|[^'\\\\])*'|\"(?:\\\\.|[^\"\\\\])*\"|[A-Za-z_]\\w*|\\d[\\w.]*|\\.\\.\\.?|==|\\S");

	private static final Set<String> KEYWORDS = Set.of("and", "or", "not", "if", "while", "return", "break", "nil",
			"true", "false", "in");

	private final List<String> tokens;

	private final Set<String> used = new LinkedHashSet<>();

	private final Deque<Set<String>> scopes = new ArrayDeque<>();

	private final Deque<String> brackets = new ArrayDeque<>();

	private Set<String> variablesOfLoop = Set.of();

	private int at;

	LuaNames(String text) {
		this.tokens = TOKEN.matcher(COMMENT.matcher(text).replaceAll("")).results().map(MatchResult::group).toList();
		this.scopes.push(new LinkedHashSet<>());
		for (this.at = 0; this.at < this.tokens.size(); this.at++) {
			read(token());
		}
	}

	Set<String> declared() {
		return this.scopes.getLast();
	}

	Set<String> used() {
		return this.used;
	}

	private void read(String token) {
		switch (token) {
			case "(", "{", "[" -> this.brackets.push(token);
			case ")", "}", "]" -> this.brackets.pop();
			case "local" -> readLocal();
			case "function" -> readFunction();
			case "for" -> this.variablesOfLoop = readNamesUntil(Set.of("=", "in"));
			case "do", "then", "repeat" -> openScope();
			case "else" -> {
				closeScope();
				openScope();
			}
			case "elseif", "end", "until" -> closeScope();
			default -> readOther(token);
		}
	}

	private void readLocal() {
		if (next().equals("function")) {
			this.at++;
			this.scopes.element().add(next());
			readFunction();
			return;
		}
		do {
			this.scopes.element().add(next());
			this.at += 2;
		}
		while (this.at < this.tokens.size() && token().equals(","));
		this.at--;
	}

	private void readFunction() {
		readNamesUntil(Set.of("("));
		this.scopes.push(readNamesUntil(Set.of(")")));
	}

	private Set<String> readNamesUntil(Set<String> ends) {
		Set<String> names = new LinkedHashSet<>();
		while (!ends.contains(next())) {
			this.at++;
			names.add(token());
		}
		this.at++;
		names.remove(",");
		return names;
	}

	private void readOther(String token) {
		boolean name = Character.isJavaIdentifierStart(token.charAt(0)) && !KEYWORDS.contains(token);
		boolean field = this.at > 0 && Set.of(".", ":").contains(this.tokens.get(this.at - 1));
		boolean key = "{".equals(this.brackets.peek()) && "=".equals(next());
		if (name && !field && !key && this.scopes.stream().noneMatch((scope) -> scope.contains(token))) {
			this.used.add(token);
		}
	}

	private void openScope() {
		this.scopes.push(new LinkedHashSet<>(this.variablesOfLoop));
		this.variablesOfLoop = Set.of();
	}

	private void closeScope() {
		this.scopes.pop();
		if (this.scopes.isEmpty()) {
			this.scopes.push(new LinkedHashSet<>());
		}
	}

	private String token() {
		return this.tokens.get(this.at);
	}

	// Empty at the end.
	private String next() {
		return (this.at + 1 < this.tokens.size()) ? this.tokens.get(this.at + 1) : "";
	}

}
