// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;

import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.PageLoadStrategy;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Chromium without a window, as a person uses it: by texts, labels and keys.
 */
final class Browser implements AutoCloseable {

	/** The browser. */
	static final String BINARY = "/usr/bin/chromium";

	/** What steers it. */
	static final String DRIVER = "/usr/bin/chromedriver";

	private static final Duration MAX_WAIT = Duration.ofSeconds(60);

	private final ChromeDriver driver;

	Browser() {
		ChromeOptions options = new ChromeOptions();
		options.setBinary(BINARY);
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
				"--disable-sync", "--disable-extensions", "--lang=en-GB", "--user-data-dir=" + temporaryDirectory());
		// One process for all pages. Otherwise each page that is opened starts two
		options.addArguments("--renderer-process-limit=1", "--disable-site-isolation-trials",
				"--disable-features=SpareRendererForSitePerProcess");
		// The tests wait for what they need. A style sheet of a login page would
		// otherwise hold up the driver
		options.setPageLoadStrategy(PageLoadStrategy.EAGER);
		LoggingPreferences log = new LoggingPreferences();
		log.enable(LogType.BROWSER, Level.ALL);
		options.setCapability("goog:loggingPrefs", log);
		this.driver = new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(new File(DRIVER)).usingAnyFreePort().build(),
				options);
	}

	private static Path temporaryDirectory() {
		try {
			return Files.createTempDirectory("delay-console");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	ChromeDriver driver() {
		return this.driver;
	}

	/**
	 * Forget everything of the previous test.
	 */
	void reset() {
		this.driver.get("about:blank");
		command("Network.clearBrowserCookies", Map.of());
		command("Emulation.setEmulatedMedia", Map.of("media", "", "features", List.of()));
		command("Emulation.clearDeviceMetricsOverride", Map.of());
		this.driver.manage().window().setSize(new Dimension(1280, 900));
		takeLog();
	}

	/**
	 * Open a page that this test has not opened so far.
	 */
	void open(String url) {
		this.driver.get("about:blank");
		this.driver.get(url);
	}

	Object run(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	Object runAsync(String script, Object... arguments) {
		return this.driver.executeAsyncScript(script, arguments);
	}

	String text() {
		return this.driver.findElement(By.tagName("body")).getText();
	}

	/**
	 * Wait until the page has a text.
	 */
	void waitForText(String text) {
		await("text '" + text + "'", () -> text().contains(text));
	}

	void waitUntilGone(String text) {
		await("no text '" + text + "'", () -> !text().contains(text));
	}

	void await(String what, Supplier<Boolean> condition) {
		new WebDriverWait(this.driver, MAX_WAIT, Duration.ofMillis(50)).withMessage(() -> what)
			.ignoring(StaleElementReferenceException.class)
			.until((driver) -> condition.get());
	}

	WebElement find(String css) {
		await("element " + css, () -> !all(css).isEmpty());
		return this.driver.findElement(By.cssSelector(css));
	}

	List<WebElement> all(String css) {
		return this.driver.findElements(By.cssSelector(css));
	}

	/**
	 * Click the first visible button or link with a name.
	 */
	void click(String name) {
		click("", name);
	}

	/**
	 * Click the first visible button or link with a name inside of an element.
	 */
	void click(String within, String name) {
		await("button or link '" + name + "'",
				() -> candidates((within + " button, " + within + " a").strip(), name).stream()
					.filter((element) -> element.isDisplayed() && element.isEnabled()
							&& (element.getText().equals(name) || name.equals(element.getAccessibleName())))
					.findFirst()
					.map((element) -> {
						element.click();
						return true;
					})
					.orElse(false));
	}

	// Those whose text, aria-label or title is the name. Asking the driver about each
	// element would take several calls for each
	@SuppressWarnings("unchecked")
	private List<WebElement> candidates(String css, String name) {
		return (List<WebElement>) run("""
				return [...document.querySelectorAll(arguments[0])].filter((element) => {
					const text = element.innerText ?? element.textContent;
					return [text.trim().replace(/\\s+/g, ' '), element.ariaLabel, element.title].includes(arguments[1]);
				})""", css, name);
	}

	/**
	 * Click a button of the dialog, which closes it.
	 */
	void confirm(String name) {
		find("dialog[open]");
		click("dialog[open]", name);
		await("no dialog", () -> all("dialog[open]").isEmpty());
	}

	/**
	 * Replace the content of a field of the dialog.
	 */
	void fill(String field, String text) {
		WebElement element = find("dialog[open] [name='" + field + "']");
		element.clear();
		element.sendKeys(text);
	}

	void press(CharSequence... keys) {
		for (CharSequence key : keys) {
			new Actions(this.driver).sendKeys(key).perform();
		}
	}

	/**
	 * Press the tabulator until the element with a name has the focus.
	 * @return how often
	 */
	int tabTo(String name) {
		for (int count = 0; count < 500; count++) {
			WebElement active = this.driver.switchTo().activeElement();
			if (name.equals(active.getAccessibleName())) {
				return count;
			}
			press(Keys.TAB);
		}
		throw new IllegalStateException("'" + name + "' cannot be reached by the tabulator");
	}

	void setTheme(String theme) {
		command("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
	}

	void setLanguage(String language) {
		run("localStorage.setItem('delay-console.language', arguments[0])", language);
		this.driver.navigate().refresh();
	}

	void setSize(int width, int height) {
		command("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
	}

	/**
	 * Take a picture of the whole page.
	 */
	byte[] picture() {
		Object picture = this.driver
			.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", false))
			.get("data");
		return Base64.getDecoder().decode((String) picture);
	}

	/**
	 * Return what the browser has logged since the last call.
	 */
	List<String> takeLog() {
		return this.driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(Object::toString).toList();
	}

	/**
	 * Expect that the browser has logged requests with certain results, and nothing else.
	 * @param results the results, such as {@code 403} or {@code net::ERR_ABORTED}
	 */
	void expectFailedRequests(String... results) {
		assertThat(takeLog()).isNotEmpty()
			.allMatch(
					(line) -> line.contains("Failed to load resource") && Stream.of(results).anyMatch(line::contains));
	}

	void command(String name, Map<String, Object> parameters) {
		this.driver.executeCdpCommand(name, parameters);
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
