// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Payloads of {@link PayloadsOnBothLinesTests} that are classes with public constructors,
 * getters and setters, because Jackson looks for these.
 */
public final class PayloadClasses {

	private PayloadClasses() {
	}

	public static class Account {

		private final String owner;

		private final LocalDate opened;

		public Account(String owner, LocalDate opened) {
			this.owner = owner;
			this.opened = opened;
		}

		public String getOwner() {
			return this.owner;
		}

		public LocalDate getOpened() {
			return this.opened;
		}

	}

	public static class Owned {

		private final String owner;

		private final int count;

		public Owned(String owner, int count) {
			this.owner = owner;
			this.count = count;
		}

		public String getOwner() {
			return this.owner;
		}

		public int getCount() {
			return this.count;
		}

	}

	public static class Hidden {

		private final String id;

		private final int total;

		Hidden(String id, int total) {
			this.id = id;
			this.total = total;
		}

		public String getId() {
			return this.id;
		}

		public int getTotal() {
			return this.total;
		}

	}

	public static class Capitals {

		private String url;

		private String xAxis;

		public String getURL() {
			return this.url;
		}

		public void setURL(String url) {
			this.url = url;
		}

		public String getXAxis() {
			return this.xAxis;
		}

		public void setXAxis(String xAxis) {
			this.xAxis = xAxis;
		}

	}

	public static class Small {

		private String aName;

		public String getaName() {
			return this.aName;
		}

		public void setaName(String aName) {
			this.aName = aName;
		}

	}

	public static class Annotated {

		@JsonProperty("url")
		private String url;

		@JsonProperty("aName")
		private String aName;

		@JsonProperty
		private final List<String> items = new ArrayList<>();

		@JsonProperty("url")
		public String getURL() {
			return this.url;
		}

		public void setURL(String url) {
			this.url = url;
		}

		public String getaName() {
			return this.aName;
		}

		public void setaName(String aName) {
			this.aName = aName;
		}

		public List<String> getItems() {
			return this.items;
		}

	}

	public static class Fixed {

		private final String id;

		Fixed() {
			this("none");
		}

		private Fixed(String id) {
			this.id = id;
		}

		static Fixed with(String id) {
			return new Fixed(id);
		}

		public String getId() {
			return this.id;
		}

	}

	public static class Collected {

		private final List<String> items = new ArrayList<>();

		Collected() {
		}

		private Collected(List<String> items) {
			this.items.addAll(items);
		}

		static Collected with(List<String> items) {
			return new Collected(items);
		}

		public List<String> getItems() {
			return this.items;
		}

	}

}
