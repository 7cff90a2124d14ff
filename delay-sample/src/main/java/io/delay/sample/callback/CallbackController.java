// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

import java.time.Duration;
import java.util.Collection;

import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.delay.sample.callback.CallbackListener.TriedCallback;
import io.delay.template.DelayTemplate;

/**
 * Callbacks over HTTP.
 */
@RestController
@RequestMapping("/callbacks")
class CallbackController {

	private final DelayTemplate delayTemplate;

	private final CallbackListener listener;

	CallbackController(DelayTemplate delayTemplate, CallbackListener listener) {
		this.delayTemplate = delayTemplate;
		this.listener = listener;
	}

	@PostMapping
	@ResponseStatus(HttpStatus.ACCEPTED)
	SubmittedCallback submit(@Valid @RequestBody PaymentCallback callback) {
		return new SubmittedCallback(this.delayTemplate.submit(CallbackListener.TOPIC, callback, Duration.ZERO).id());
	}

	@GetMapping
	Collection<TriedCallback> tried() {
		return this.listener.tried();
	}

	/**
	 * The response to the submit of a callback.
	 *
	 * @param id the id of the job
	 */
	record SubmittedCallback(String id) {

	}

}
