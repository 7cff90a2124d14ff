// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * A message for a partner: the body of the request and the payload of the job.
 *
 * @param message the text
 */
record PaymentCallback(@NotBlank @Size(max = 100) String message) {

}
