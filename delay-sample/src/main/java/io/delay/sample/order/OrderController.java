// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

import java.util.Collection;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Orders over HTTP.
 */
@RestController
@RequestMapping("/orders")
class OrderController {

	private final OrderService service;

	private final OrderBook book;

	OrderController(OrderService service, OrderBook book) {
		this.service = service;
		this.book = book;
	}

	@PostMapping
	@ResponseStatus(HttpStatus.CREATED)
	Order place(@Valid @RequestBody OrderRequest request) {
		return this.service.place(request.item(), request.timeout());
	}

	@PostMapping("/{id}/pay")
	Order pay(@PathVariable long id) {
		return this.service.pay(id);
	}

	@GetMapping
	Collection<Order> all() {
		return this.book.all();
	}

	/**
	 * The request of a customer.
	 *
	 * @param item what is ordered
	 * @param timeout the time to pay, in seconds, or {@code null} for the default
	 */
	record OrderRequest(@NotBlank @Size(max = 100) String item, @Min(1) @Max(86400) @Nullable Integer timeout) {

	}

}
