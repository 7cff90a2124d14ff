// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;

import io.delay.store.FailureReason;

/**
 * An hour in a shop, with what usually goes wrong: for pictures, always the same.
 */
final class SampleHour implements InstantSource {

	private final Random random = new Random(7);

	private Duration offset = Duration.ofMinutes(-62);

	@Override
	public Instant instant() {
		return InstantSource.system().instant().plus(this.offset);
	}

	void fill(ShopData data) {
		int order = 4_000;
		while (this.offset.isNegative()) {
			int minute = (int) Math.floorDiv(this.offset.toSeconds(), 60);
			// More orders in the middle of the hour
			int orders = 20 + (int) (9 * Math.sin((minute + 62) / 12.0)) + this.random.nextInt(5);
			for (int i = 0; i < orders; i++) {
				order++;
				data.submit("order-timeout", "order-" + order, order(order), Map.of("tenant", "acme"),
						Duration.ofMinutes(30 + this.random.nextInt(3)));
				data.submit("payment-callback", "callback-" + order, callback(order), Map.of("tenant", "acme"),
						Duration.ofSeconds(5));
				data.submit("device-offline", "device-" + order, "{\"device\":%d}".formatted(order),
						Duration.ofHours(1 + this.random.nextInt(48)));
			}
			data.finish("order-timeout", 60);
			if (minute > -27 && minute < -12) {
				data.finish("payment-callback", 4);
				trouble(data);
			}
			data.finish("payment-callback", 60);
			data.submit("invoice-mail", "invoice-" + order, "{\"invoice\":%d}".formatted(order), Duration.ZERO);
			data.finish("invoice-mail", 5);
			this.offset = Duration.ofMinutes(minute + 1);
		}
		this.offset = Duration.ZERO;
		last(data, order);
	}

	private void trouble(ShopData data) {
		String id = Integer.toHexString(this.random.nextInt());
		String trace = "\tat shop.payment.PaymentGateway.send(PaymentGateway.java:84)\n"
				+ "\tat shop.payment.CallbackListener.deliver(CallbackListener.java:31)\n" + "\t... 21 more\n"
				+ "Caused by: java.net.SocketTimeoutException: Read timed out\n"
				+ "\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)\n\t... 14 more";
		String[] errors = {
				"java.lang.IllegalStateException: Payment gateway does not answer for callback "
						+ this.random.nextInt(9_000),
				"java.lang.IllegalStateException: Payment gateway does not answer for callback "
						+ this.random.nextInt(9_000),
				"com.fasterxml.jackson.databind.exc.MismatchedInputException: Cannot deserialize value of type `shop.Money` from String \""
						+ id + "\"",
				"shop.payment.SignatureException: Signature of merchant " + this.random.nextInt(900) + " is invalid" };
		String error = errors[this.random.nextInt(errors.length)];
		data.failAttempts("payment-callback", 3, new FailureReason(error, "shop-2", trace, Duration.ofMillis(2_005)),
				() -> this.offset = this.offset.plusSeconds(5));
	}

	private void last(ShopData data, int order) {
		for (String host : new String[] { "shop-1", "shop-2" }) {
			data.announce("order-timeout", "shop", host, 16);
			data.announce("payment-callback", "shop", host, 8);
			data.announce("device-offline", "devices", host, 4);
			data.announce("newsletter", "marketing", host, 2);
		}
		data.announce("invoice-mail", "billing", "billing-1", 4);
		data.finish("payment-callback", 100);
		data.finish("device-offline", 100);
		data.submitMany("newsletter", "reader-", 1_240, Duration.ZERO);
		data.submitMany("red-packet-refund", "packet-", 318, Duration.ofHours(24));
		data.submit("order-timeout", "order-" + (order + 1), order(order + 1), Map.of("tenant", "acme"),
				Duration.ofSeconds(40));
		data.submit("payment-callback", "callback-" + (order + 1), callback(order + 1), Map.of("tenant", "acme"),
				Duration.ZERO);
		data.reserve("payment-callback", 3, Duration.ofSeconds(30), 5);
	}

	static byte[] order(int order) {
		return "{\"order\":%d,\"customer\":{\"id\":90071992547409931,\"name\":\"Li Na\"},\"items\":[\"tea\",\"cake\"],\"total\":129.90}"
			.formatted(order)
			.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] callback(int order) {
		return "{\"order\":%d,\"url\":\"https://merchant.example/paid\",\"amount\":129.90,\"currency\":\"EUR\",\"signature\":\"b1946ac92492d2347c6235b4d2611184\"}"
			.formatted(order)
			.getBytes(StandardCharsets.UTF_8);
	}

}
