// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.store.admin.JobStoreInspector;

/**
 * Passes everything on to another inspector unless it is to fail, and remembers what it
 * was asked.
 */
public final class SwitchedInspector {

	private final JobStoreInspector inspector;

	private final List<String> calls = new CopyOnWriteArrayList<>();

	private final Map<String, RuntimeException> failingTopics = new ConcurrentHashMap<>();

	private volatile String failing = "";

	private volatile List<String> refusals = List.of();

	public SwitchedInspector(JobStoreInspector target) {
		this.inspector = (JobStoreInspector) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { JobStoreInspector.class }, (proxy, method, arguments) -> {
					this.calls.add(method.getName());
					if (method.getName().matches(this.failing)) {
						throw new DataAccessResourceFailureException("The store is away");
					}
					if (arguments != null && this.failingTopics.containsKey(arguments[0])) {
						throw this.failingTopics.get(arguments[0]);
					}
					if (method.getName().equals("refusals")) {
						return this.refusals;
					}
					try {
						return method.invoke(target, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	public JobStoreInspector inspector() {
		return this.inspector;
	}

	/**
	 * Let methods fail, until told otherwise.
	 */
	public void fail(String pattern) {
		this.failing = pattern;
	}

	/**
	 * What the store refuses from now on.
	 */
	public void refuse(List<String> refusals) {
		this.refusals = refusals;
	}

	/**
	 * Let what concerns a topic fail, until told otherwise.
	 */
	public void failTopic(String topic, RuntimeException failure) {
		this.failingTopics.put(topic, failure);
	}

	public void fixTopics() {
		this.failingTopics.clear();
	}

	public long calls(String method) {
		return this.calls.stream().filter(method::equals).count();
	}

}
