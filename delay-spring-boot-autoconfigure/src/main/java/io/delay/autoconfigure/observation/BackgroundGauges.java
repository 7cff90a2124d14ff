// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

/**
 * Gauges that are added and removed at run time, updated by a {@link GaugeRefresh}.
 */
interface BackgroundGauges {

	/** Permit gauges to be registered from now on. */
	void open();

	/** Update the gauges. May block. */
	void refresh();

	/** Remove all gauges, even while they are being refreshed. Does not block. */
	void close();

}
