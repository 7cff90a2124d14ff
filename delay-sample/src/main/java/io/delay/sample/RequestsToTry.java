// SPDX-License-Identifier: Apache-2.0

package io.delay.sample;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Logs some requests to try first.
 */
@Component
class RequestsToTry {

	private static final Log logger = LogFactory.getLog(RequestsToTry.class);

	private static final String STEPS = """
			Ready. Open in the browser:

			    http://{url}/                         buttons that make jobs, also some that fail
			    http://{url}/actuator/delayconsole    the console, which shows and changes them

			Or try in another terminal:

			  an order that nobody pays is closed after 10 s
			    curl -X POST {url}/orders -H 'Content-Type: application/json' -d '{"item":"tea"}'
			    curl {url}/orders
			  an order that is paid stays paid
			    curl -X POST {url}/orders -H 'Content-Type: application/json' -d '{"item":"cake","timeout":20}'
			    curl -X POST {url}/orders/2/pay
			  a callback is delivered on the third attempt
			    curl -X POST {url}/callbacks -H 'Content-Type: application/json' -d '{"message":"paid"}'
			  a device is offline 15 s after its last heartbeat
			    curl -X PUT {url}/devices/lamp/heartbeat
			    curl {url}/devices
			  what an operator sees
			    curl {url}/actuator/health/delay
			    curl {url}/actuator/delay
			    curl {url}/actuator/prometheus
			""";

	private final Environment environment;

	RequestsToTry(Environment environment) {
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void log() {
		String url = "localhost:" + this.environment.getProperty("local.server.port", "8080");
		logger.info(STEPS.replace("{url}", url));
	}

}
