// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import io.delay.job.JobRules;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.JobStoreInspector;

/**
 * Compares the TTR, the maximum number of attempts and the rate limit of the
 * application's own listeners with those of other consumers of the same topics. If they
 * differ, the values for a job that sets none depend on which consumer reserves it, and
 * the rate limit of one consumer does not apply to the others.
 */
final class ListenerTermsInspection implements StartupInspection {

	/**
	 * The time in which applications that start together can register their listeners.
	 */
	private static final Duration DELAY = Duration.ofSeconds(5);

	private static final int MAX_OTHERS = 3;

	private final Collection<DelayListenerRegistry> registries;

	private final JobStoreInspector inspector;

	private final String application;

	ListenerTermsInspection(Collection<DelayListenerRegistry> registries, JobStoreInspector inspector,
			String application) {
		this.registries = registries;
		this.inspector = inspector;
		this.application = application;
	}

	@Override
	public Duration delay() {
		return DELAY;
	}

	@Override
	public List<StartupFinding> findings() {
		List<StartupFinding> findings = new ArrayList<>();
		for (DelayListenerRegistry registry : this.registries) {
			for (DelayListenerContainer container : registry.containers()) {
				if (container.isRunning() || container.isAutoStartup()) {
					compareIfPossible(container, findings);
				}
			}
		}
		return findings;
	}

	// A topic that is being moved, or whose entry cannot be read, must not prevent the
	// comparison of other topics.
	private void compareIfPossible(DelayListenerContainer own, List<StartupFinding> findings) {
		try {
			compare(own, findings);
		}
		catch (DataAccessResourceFailureException | QueryTimeoutException ex) {
			throw ex;
		}
		catch (DataAccessException | IllegalStateException ex) {
			this.inspector.topics(); // throws if the whole store is unreachable
			findings.add(new StartupFinding("Listeners of topic '" + own.topic()
					+ "' cannot be compared with those of other applications: " + ex.getMessage(), false));
		}
	}

	private void compare(DelayListenerContainer own, List<StartupFinding> findings) {
		List<ConsumerRegistration> others = this.inspector.consumers(own.topic())
			.stream()
			.map(ActiveConsumer::consumer)
			.filter((consumer) -> !terms(consumer.terms()).equals(terms(own.terms())))
			.toList();
		if (others.isEmpty()) {
			return;
		}
		boolean foreign = others.stream().anyMatch((other) -> !isOfThisApplication(other));
		findings.add(new StartupFinding(text(own, others, foreign), foreign));
	}

	private String text(DelayListenerContainer own, List<ConsumerRegistration> others, boolean foreign) {
		List<String> distinct = others.stream().map(ListenerTermsInspection::name).distinct().toList();
		int more = distinct.size() - MAX_OTHERS;
		return "Listeners of topic '" + own.topic() + "' differ: '" + own.id() + "' of this application ("
				+ this.application + ") has " + terms(own.terms()) + ", but "
				+ distinct.stream().limit(MAX_OTHERS).collect(Collectors.joining(", "))
				+ ((more > 0) ? " and " + more + " more" : "")
				+ ". A job that sets no values gets those of the consumer that reserves it"
				+ (isRateLimited(own, others) ? ", and the rate limit of a consumer does not apply to others" : "")
				+ ". Set delay.topics.\"[" + own.topic() + "]\".ttr and max-attempts"
				+ (isRateLimited(own, others) ? " and rate-limit" : "") + " to the same values everywhere"
				+ (foreign ? "" : ", unless this is a rolling update that changes them");
	}

	private static boolean isRateLimited(DelayListenerContainer own, List<ConsumerRegistration> others) {
		return Stream.concat(Stream.of(own.terms()), others.stream().map(ConsumerRegistration::terms))
			.anyMatch((terms) -> terms.reserveTerms().rateLimit() != null);
	}

	private static String name(ConsumerRegistration other) {
		ConsumerOrigin origin = other.origin();
		return "'" + origin.listener() + "' of application " + origin.application() + " on " + origin.host() + " has "
				+ terms(other.terms());
	}

	private boolean isOfThisApplication(ConsumerRegistration consumer) {
		return consumer.origin().application().equals(this.application);
	}

	// Rounds up as stores do, so that only real differences count.
	private static String terms(ConsumerTerms terms) {
		return "TTR " + JobRules.roundUp(terms.reserveTerms().ttr()).toMillis() + " ms and "
				+ terms.reserveTerms().maxAttempts() + " attempts" + ((terms.reserveTerms().rateLimit() != null)
						? " and rate limit " + terms.reserveTerms().rateLimit() : "");
	}

}
