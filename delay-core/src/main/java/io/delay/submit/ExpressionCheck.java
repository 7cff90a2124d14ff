// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Checks that the variables and root properties to which an expression refers exist.
 * Otherwise a misspelt name would be found only when the method is called.
 */
final class ExpressionCheck {

	static final ParameterNameDiscoverer PARAMETER_NAMES = new DefaultParameterNameDiscoverer();

	private static final Set<String> ROOT_PROPERTIES = Set.of("method", "args", "target", "targetClass");

	private final List<String> variables = new ArrayList<>();

	private final boolean named;

	ExpressionCheck(Method method) {
		if (method.getReturnType() != void.class) {
			this.variables.add(MethodOperations.RESULT);
		}
		String[] names = PARAMETER_NAMES.getParameterNames(method);
		this.named = names != null;
		if (names != null) {
			this.variables.addAll(List.of(names));
		}
		for (int i = 0; i < method.getParameterCount(); i++) {
			this.variables.add("a" + i);
			this.variables.add("p" + i);
		}
	}

	/**
	 * Check an expression.
	 * @throws InvalidSubmitMethodException if a name does not exist; without the place
	 */
	void check(SpelNode node) {
		if (node instanceof VariableReference) {
			checkVariable(node.toStringAST().substring(1));
		}
		else if (node instanceof PropertyOrFieldReference property) {
			checkProperty(property.getName());
		}
		else {
			checkChildren(node);
		}
	}

	private void checkChildren(SpelNode node) {
		for (int i = 0; i < node.getChildCount(); i++) {
			SpelNode child = node.getChild(i);
			if (!isName(node, i, child)) {
				check(child);
			}
		}
	}

	// Whether a child is a name that does not refer to the root object
	private static boolean isName(SpelNode node, int index, SpelNode child) {
		if (node instanceof Selection || node instanceof Projection) {
			return true;
		}
		return child instanceof PropertyOrFieldReference && ((node instanceof CompoundExpression && index > 0)
				|| node instanceof Indexer || (node instanceof InlineMap && index % 2 == 0));
	}

	private void checkVariable(String name) {
		if (!this.variables.contains(name) && !"root".equals(name) && !"this".equals(name)) {
			throw new InvalidSubmitMethodException("there is no variable #" + name, this.named
					? "Use one of #" + String.join(", #", this.variables)
					: "Compile with -parameters, because the parameters have no names, or use #a0 for the first one",
					null);
		}
	}

	private static void checkProperty(String name) {
		if (!ROOT_PROPERTIES.contains(name)) {
			throw new InvalidSubmitMethodException("there is no property '" + name + "'",
					"Write #" + name + " to refer to a parameter, or '" + name + "' in quotes for a string", null);
		}
	}

}
