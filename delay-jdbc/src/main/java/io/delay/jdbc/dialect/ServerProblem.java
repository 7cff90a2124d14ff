// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

/**
 * A problem that a database server can have.
 *
 * @param sql a query that returns a row if the server has the problem
 * @param text what the problem is and what to change, a format string into which the
 * first column of the row is inserted
 */
public record ServerProblem(String sql, String text) {

}
