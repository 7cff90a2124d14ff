// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.failures;

import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.store.admin.FailedJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FailureCause} and its mask.
 */
class FailureCauseTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~',
			textBlock = """
					java.lang.IllegalStateException: Order 4711 is closed | java.lang.IllegalStateException | Order # is closed
					java.lang.NullPointerException                        | java.lang.NullPointerException  | ~~
					com.acme.Shop$Closed: x: y                            | com.acme.Shop$Closed            | x: y
					com.acme.Größe: zu klein                              | com.acme.Größe                  | zu klein
					TTR of 30000 ms elapsed                               |                                 | TTR of # ms elapsed
					No such order. Ask: 4711                              |                                 | No such order. Ask: #
					Broken: a.b.C: 1                                      |                                 | Broken: a.b.C: #
					""")
	void theClassIsSeparateFromTheMessage(String error, String exception, String message) {
		assertThat(FailureCause.of(error)).isEqualTo(new FailureCause(exception, message));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
			Order 4711 of 12 failed                              | Order # of # failed
			Total 1,234.56 exceeds 10.5                          | Total # exceeds #
			at 2026-11-23T04:19:07.123Z and 2026-11-23           | at #Z and #
			Connection to 10.0.0.1:6379 refused                  | Connection to # refused
			order-4711 and order_12                              | order-# and order_#
			job 0191b0b2-7c4f-7d1e-8f00-3a9e5d1c2b4a gone        | job # gone
			0191B0B2-7C4F-7D1E-8F00-3A9E5D1C2B4A                 | #
			key 0xCAFE, commit 9fceb02d0ae598e9                  | key #, commit #
			com.acme.Order@6d06d69c is closed                    | com.acme.Order# is closed
			id 01J9ZKQ5T3XB7M2N is unknown                       | id # is unknown
			facade and deadbeef are words                        | facade and deadbeef are words
			No column 'NAME' in "ORDERS" of `SHOP`               | No column '…' in '…' of '…'
			can't read 'a b', don't ask                          | can't read '…', don't ask
			the customers' orders of 'x'                         | the customers' orders of '…'
			it's not 'it's'                                      | it's not 'it's'
			‘Order’ and “Name” differ                            | '…' and '…' differ
			empty '' quotes                                      | empty '…' quotes
			HTTP 503 on POST /orders/17/items                    | HTTP 503 on POST /orders/#/items
			-5 degrees, 50%, $3                                  | -# degrees, #%, $#
			订单 4711 已关闭                                          | 订单 # 已关闭
			""")
	void numbersIdsAndQuotedPartsAreMasked(String message, String masked) {
		assertThat(FailureCause.of(message).message()).isEqualTo(masked);
		assertThat(FailureCause.of(masked).message()).isEqualTo(masked);
	}

	@Test
	void whiteSpaceIsReducedToSingleSpaces() {
		assertThat(FailureCause.of(" a\n\tb \u0000 c\r\n").message()).isEqualTo("a b c");
	}

	@Test
	void valuesInQuotesMayContainAnything() {
		assertThat(FailureCause.of("bad 'a\nb 12 \"c\"' value")).isEqualTo(FailureCause.of("bad 'x' value"));
	}

	@Test
	void messagesThatDifferOnlyInMaskedPartsHaveOneCause() {
		FailureCause one = FailureCause.of("a.B: Order 7 of 'alice' at 10.0.0.7:80 failed");
		FailureCause other = FailureCause.of("a.B: Order 123456 of 'bob' at 192.168.12.13:8080 failed");
		assertThat(one).isEqualTo(other);
		assertThat(one.key()).isEqualTo(other.key());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			503 Service Unavailable from GET /orders/7 | 503 Service Unavailable from GET /orders/#
			Server answered HTTP 404 for order 404     | Server answered HTTP 404 for order #
			HTTP/1.1 502                               | HTTP/# 502
			status code: 500 after 500 ms              | status code: 500 after # ms
			Status=429, retry 3                        | Status=429, retry #
			404 orders                                 | # orders
			HTTP 200 instead of 4041                   | HTTP # instead of #
			xhttp 503                                  | xhttp #
			""")
	void statusCodesAreKept(String error, String message) {
		assertThat(FailureCause.of(error).message()).isEqualTo(message);
	}

	@Test
	void messagesOfOtherClassesOrWithOtherWordsHaveOtherCauses() {
		assertThat(Stream.of("a.B: x", "a.C: x", "a.B: y", "a.B", "x", "").map((error) -> FailureCause.of(error).key()))
			.doesNotHaveDuplicates();
	}

	@Test
	void theKeyNeverChanges() {
		assertThat(FailureCause.of("a.B: Order 7 failed").key()).isEqualTo("1067e601da55").matches("[0-9a-f]{12}");
	}

	@Test
	void aLongMessageIsCut() {
		String cut = FailureCause.of("word ".repeat(100)).message();
		assertThat(cut).hasSize(FailureCause.MAX_LENGTH + 1).endsWith("…");
		assertThat(FailureCause.of("x".repeat(FailureCause.MAX_LENGTH)).message()).doesNotContain("…");
		assertThat(FailureCause.of("x" + "\uD83D\uDE00".repeat(100)).message()).endsWith("\uDE00…");
	}

	@Test
	void maskedPartsOfDifferentLengthsDoNotMakeCutErrorsDiffer() {
		String words = " is not in the list of orders that the shop has accepted".repeat(10);
		assertThat(FailureCause.of(("Order 1" + words).substring(0, 300)))
			.isEqualTo(FailureCause.of(("Order 1234567890" + words).substring(0, 300)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"%s\" is invalid", "'%s' is invalid", "[“%s”]", "\"%s 12 'a', 'b'\" failed" })
	void quotesWhoseEndIsCutAreMasked(String message) {
		assertThat(Stream.of(285, 290, 400)
			.map((length) -> cause("a.B: Statement " + message.formatted("select x ".repeat(60).substring(0, length)))))
			.containsOnly(new FailureCause("a.B", "Statement " + (message.startsWith("[") ? "[" : "") + "'…'…"));
	}

	@Test
	void cutErrorsWithLongMaskedPartsHaveOneCause() {
		String words = " is not in the list of orders that the shop has accepted".repeat(10);
		assertThat(Stream.of(170, 190, 230, 260).map((length) -> cause("a.B: '" + "x".repeat(length) + "'" + words)))
			.containsOnly(new FailureCause("a.B", "'…'…"));
	}

	@Test
	void cutIdsAreDropped() {
		String quoted = "'" + "x".repeat(220) + "' of job ";
		assertThat(Stream.of("", "1", "12", "123", "1234", "12345")
			.map((number) -> cause("a.B: " + number + "9 " + quoted + UUID.randomUUID() + " is not known to the shop")))
			.containsOnly(new FailureCause("a.B", "# '…' of job #…"));
	}

	@Test
	void cutErrorsOfCharactersOfManyBytesHaveOneCause() {
		assertThat(Stream.of("1", "12", "123456789", "123456789012")
			.map((number) -> cause("a.B: 订单 " + number + " " + "已关闭".repeat(50)))).hasSize(4)
			.allMatch((cause) -> cause.message().startsWith("订单 # 已关闭已"))
			.containsOnly(cause("a.B: 订单 7 " + "已关闭".repeat(50)));
	}

	private static FailureCause cause(String error) {
		return FailureCause.of(new FailedJob("id", Instant.EPOCH, error, "version").error());
	}

	@ParameterizedTest
	@ValueSource(strings = { "'", "\"", "`", "'a", "a.", "1,", "@", "a1", ".", "-" })
	void hostileMessagesAreMaskedQuickly(String part) {
		String message = part.repeat(3000);
		assertThat(FailureCause.of(message).message().length()).isLessThanOrEqualTo(FailureCause.MAX_LENGTH + 1);
	}

}
