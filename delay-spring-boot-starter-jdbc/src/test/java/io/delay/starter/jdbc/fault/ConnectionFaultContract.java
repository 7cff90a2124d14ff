// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import io.delay.test.net.RandomCuts;
import io.delay.test.net.TcpProxy;
import io.delay.test.net.TcpProxy.End;

/**
 * Faults of the connections to a database while two instances submit and handle jobs: no
 * confirmed job is lost, none is handled twice, and the rows of transactional handlers
 * exist exactly once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConnectionFaultContract {

	static final int REPETITIONS = Math.max(2, Integer.getInteger("delay.test.repetitions", 8) / 2);

	private FaultServer server;

	abstract FaultServer open();

	FaultServer server() {
		return this.server;
	}

	@BeforeAll
	void startServer() {
		this.server = open();
	}

	@AfterAll
	void stopServer() {
		this.server.close();
	}

	@Test
	void connectionsAreCut() {
		try (TcpProxy proxy = new TcpProxy(this.server.port())) {
			new Instances(this.server.url(proxy.port()), settings()).run(name("connections cut"), (application) -> {
				RandomCuts cuts = new RandomCuts(System.nanoTime(), 0.003);
				proxy.setRule(cuts);
				for (int i = 0; i < 3 * REPETITIONS; i++) {
					Load.pause(700);
					proxy.end((i % 2 == 0) ? End.RESET : End.CLOSE);
				}
				proxy.setRule(TcpProxy.Rule.PASS);
				return cuts.count();
			});
		}
	}

	Instances instances() {
		return new Instances(this.server.url(this.server.port()), settings());
	}

	String name(String fault) {
		return this.server.name() + ", " + fault;
	}

	String[] settings() {
		return new String[0];
	}

	static String[] append(String[] settings, String setting) {
		List<String> all = new ArrayList<>(List.of(settings));
		all.add(setting);
		return all.toArray(String[]::new);
	}

}
