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

package io.delay.sample.order;

import java.util.Collection;

import jakarta.validation.Valid;
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

}
