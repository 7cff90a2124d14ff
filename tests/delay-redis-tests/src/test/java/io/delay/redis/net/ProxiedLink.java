// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.net;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A connection through a {@link TcpProxy}.
 */
final class ProxiedLink {

	private final TcpProxy proxy;

	private final Socket client;

	private final Socket redis;

	private final ProxiedStream requests;

	private final ProxiedStream replies;

	private volatile String name = "";

	private volatile TcpProxy.Fault fault = TcpProxy.Fault.NONE;

	private volatile boolean forgotten;

	ProxiedLink(TcpProxy proxy, Socket client, Socket redis) throws IOException {
		this.proxy = proxy;
		this.client = client;
		this.redis = redis;
		client.setTcpNoDelay(true);
		redis.setTcpNoDelay(true);
		this.requests = new ProxiedStream(this, client, redis, this::passesRequest);
		this.replies = new ProxiedStream(this, redis, client, this::passesReply);
	}

	void start(Passage passage) {
		this.requests.start("requests", passage);
		this.replies.start("replies", passage);
	}

	boolean isNamed(String name) {
		return this.name.contains(name);
	}

	boolean isForgotten() {
		return this.forgotten;
	}

	void end(TcpProxy.End end) {
		if (end == TcpProxy.End.FORGET) {
			this.forgotten = true;
			return;
		}
		if (end == TcpProxy.End.RESET) {
			try {
				this.client.setSoLinger(true, 0);
			}
			catch (SocketException ex) {
				// it is closed already
			}
		}
		TcpProxy.closeQuietly(this.client);
		TcpProxy.closeQuietly(this.redis);
		this.requests.stop();
		this.replies.stop();
		this.proxy.ended(this);
	}

	private boolean passesRequest(byte[] bytes) {
		String text = new String(bytes, StandardCharsets.ISO_8859_1);
		if (text.toUpperCase(Locale.ROOT).contains("SETNAME")) {
			this.name = text;
		}
		else if (this.fault == TcpProxy.Fault.NONE) {
			this.fault = this.proxy.strike(this, text);
		}
		return switch (this.fault) {
			case CUT_REQUEST -> endsWith(TcpProxy.End.CLOSE);
			case RESET_REQUEST -> endsWith(TcpProxy.End.RESET);
			default -> true;
		};
	}

	private boolean passesReply(byte[] bytes) {
		return switch (this.fault) {
			case CUT_REPLY -> endsWith(TcpProxy.End.CLOSE);
			case RESET_REPLY -> endsWith(TcpProxy.End.RESET);
			case SWALLOW_REPLY -> false;
			default -> true;
		};
	}

	private boolean endsWith(TcpProxy.End end) {
		end(end);
		return false;
	}

}
