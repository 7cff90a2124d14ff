// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A key of a server and its certificate for {@code localhost}, as files in PEM form.
 *
 * @param key the file with the key
 * @param certificate the file with the certificate
 */
record ServerKeys(Path key, Path certificate) {

	static ServerKeys create(Path directory) throws IOException {
		Path store = directory.resolve("keys.p12");
		keytool("-genkeypair", "-alias", "server", "-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=localhost",
				"-ext", "SAN=dns:localhost,ip:127.0.0.1", "-validity", "2", "-storetype", "PKCS12", "-storepass",
				"changeit", "-keystore", store.toString());
		try (InputStream file = Files.newInputStream(store)) {
			char[] password = "changeit".toCharArray();
			KeyStore keys = KeyStore.getInstance("PKCS12");
			keys.load(file, password);
			return new ServerKeys(
					write(directory.resolve("key.pem"), "PRIVATE KEY", keys.getKey("server", password).getEncoded()),
					write(directory.resolve("certificate.pem"), "CERTIFICATE",
							keys.getCertificate("server").getEncoded()));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void keytool(String... arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.onExit().join().exitValue()).as(output).isZero();
	}

	private static Path write(Path file, String type, byte[] content) throws IOException {
		String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.UTF_8)).encodeToString(content);
		return Files.writeString(file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
	}

}
