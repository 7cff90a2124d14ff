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

package io.delay.benchmarks.console;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.openqa.selenium.Dimension;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.util.FileSystemUtils;

/**
 * Chromium without a window.
 */
final class Chromium implements AutoCloseable {

	private static final String BINARY = "/usr/bin/chromium";

	private static final String DRIVER = "/usr/bin/chromedriver";

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	// Longer than a page needs to paint, shorter than the interval at which it reads
	// again
	private static final int SETTLE_MILLIS = 2_000;

	// Notes when the browser has painted the last change. A timer that a frame starts
	// runs after that frame is painted.
	private static final String OBSERVE = """
			window.delayBenchmark = { painted: 0, begin: 0 };
			new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
			  window.delayBenchmark.painted = performance.now();
			}))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
			""";

	private static final String OPEN_VIEW = """
			performance.clearResourceTimings();
			window.delayBenchmark.begin = performance.now();
			location.hash = arguments[0];
			""";

	private static final String TIMES = """
			const answers = performance.getEntriesByType('resource').filter((entry) => entry.initiatorType === 'fetch')
			  .map((entry) => entry.responseEnd);
			const { begin, painted } = window.delayBenchmark;
			return [Math.max(...answers) - begin, painted - begin];
			""";

	private final Path directory;

	private final ChromeDriver driver;

	Chromium() {
		this.directory = directory();
		ChromeOptions options = new ChromeOptions();
		options.setBinary(BINARY);
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
				"--disable-sync", "--lang=en-GB", "--user-data-dir=" + this.directory);
		this.driver = new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(new File(DRIVER)).usingAnyFreePort().build(),
				options);
		this.driver.manage().window().setSize(new Dimension(1280, 900));
		observe();
	}

	private static Path directory() {
		try {
			return Files.createTempDirectory("delay-benchmark");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void observe() {
		this.driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", OBSERVE));
		this.driver.executeCdpCommand("Performance.enable", Map.of());
	}

	/**
	 * Load the page anew, with an empty cache.
	 * @param address the address of the page
	 * @param element selects an element that only the complete view has
	 * @return the times since the navigation began
	 */
	ViewTime load(String address, String element) {
		this.driver.get("about:blank");
		this.driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
		this.driver.get(address);
		return times(element);
	}

	/**
	 * Open a view of the page that is already loaded.
	 * @param hash the part of the address after {@code #}
	 * @param element selects an element that only the complete view has
	 * @return the times since the address was changed
	 */
	ViewTime openView(String hash, String element) {
		this.driver.executeScript(OPEN_VIEW, hash);
		return times(element);
	}

	/**
	 * Open a page that reads nothing, so that the next view is drawn from the beginning.
	 */
	void leaveView() {
		this.driver.executeScript("location.hash = '#/nothing'");
		pause(SETTLE_MILLIS);
	}

	private ViewTime times(String element) {
		new WebDriverWait(this.driver, PATIENCE, Duration.ofMillis(20)).withMessage(element)
			.until((driver) -> this.driver
				.executeScript("return document.querySelector(arguments[0]) !== null", element)
				.equals(true));
		pause(SETTLE_MILLIS);
		List<?> times = (List<?>) this.driver.executeScript(TIMES);
		return new ViewTime(((Number) times.get(0)).doubleValue(), ((Number) times.get(1)).doubleValue());
	}

	/**
	 * Open a further window, which is visible, too.
	 * @param address the address of the page
	 */
	void openWindow(String address) {
		this.driver.switchTo().newWindow(WindowType.WINDOW);
		observe();
		this.driver.get(address);
		if (!"visible".equals(this.driver.executeScript("return document.visibilityState"))) {
			throw new IllegalStateException("The browser hides the window, so its page reads nothing");
		}
	}

	/**
	 * Count the windows that are visible, because the page reads nothing while it is
	 * hidden.
	 * @return the number of visible windows
	 */
	long visibleWindows() {
		return this.driver.getWindowHandles().stream().filter((handle) -> {
			this.driver.switchTo().window(handle);
			return "visible".equals(this.driver.executeScript("return document.visibilityState"));
		}).count();
	}

	PageMemory memory() {
		this.driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
		Map<String, Object> metrics = this.driver.executeCdpCommand("Performance.getMetrics", Map.of());
		return new PageMemory(metric(metrics, "JSHeapUsedSize"), metric(metrics, "Nodes"),
				metric(metrics, "JSEventListeners"));
	}

	private static long metric(Map<String, Object> metrics, String name) {
		return ((List<?>) Objects.requireNonNull(metrics.get("metrics"))).stream()
			.map((metric) -> (Map<?, ?>) metric)
			.filter((metric) -> name.equals(metric.get("name")))
			.map((metric) -> (Number) Objects.requireNonNull(metric.get("value")))
			.mapToLong(Number::longValue)
			.findFirst()
			.orElseThrow();
	}

	private static void pause(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while a view was painted", ex);
		}
	}

	@Override
	public void close() {
		this.driver.quit();
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
