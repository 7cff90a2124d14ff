// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * The request of a customer.
 *
 * @param item what is ordered
 * @param timeout the time to pay, in seconds, or {@code null} for the default
 */
record OrderRequest(@NotBlank @Size(max = 100) String item, @Min(1) @Max(86400) @Nullable Integer timeout) {

}
