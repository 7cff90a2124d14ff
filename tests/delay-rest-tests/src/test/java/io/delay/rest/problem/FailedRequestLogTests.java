// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.unit.DataSize;

import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;
import io.delay.rest.RestOptions;
import io.delay.template.DelayTemplateOptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the log contains nothing that clients keep secret.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class FailedRequestLogTests {

	private static final String SECRET = "walrus";

	@Test
	void failedRequestsLogNoPayloadHeaderOrCredentialWithMvc(CapturedOutput output) {
		failedRequestsLogNoPayloadHeaderOrCredential(Web.MVC, output);
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void failedRequestsLogNoPayloadHeaderOrCredentialWithWebFlux(CapturedOutput output) {
		failedRequestsLogNoPayloadHeaderOrCredential(Web.WEBFLUX, output);
	}

	private static void failedRequestsLogNoPayloadHeaderOrCredential(Web web, CapturedOutput output) {
		RestOptions options = new RestOptions(true, DataSize.ofKilobytes(100), DataSize.ofKilobytes(100), 0, 8,
				DelayTemplateOptions.defaults());
		try (RestApplication application = RestApplication.start(web, options)) {
			String right = "alice:" + RestApplication.PASSWORD;
			String job = "{\"id\":\"1\",\"onConflict\":\"REJECT\",\"payload\":\"" + SECRET + "\"}";
			assertThat(send(application, "alice:" + SECRET, job)).isEqualTo(401);
			assertThat(send(application, right, job)).isEqualTo(201);
			assertThat(send(application, right, job)).isEqualTo(409);
			List.of("{\"payload\":\"" + SECRET, "{\"" + SECRET + "\":1}", "{\"payloadBase64\":\"" + SECRET + "!\"}",
					"{\"payload\":1,\"headers\":{\"a\":[\"" + SECRET + "\"]}}",
					"{\"payload\":\"" + SECRET + "\",\"delay\":\"" + SECRET + "\"}")
				.forEach((body) -> assertThat(send(application, right, body)).as(body).isEqualTo(400));
			assertThat(send(application, right, "{\"payload\":\"" + SECRET.repeat(12_000) + "\"}")).isEqualTo(413);
			assertThat(send(application, right, "{\"payload\":\"" + SECRET.repeat(20_000) + "\"}")).isEqualTo(413);
			assertThat(output).contains("Started").doesNotContain(SECRET).doesNotContain(RestApplication.PASSWORD);
			assertThat(output).doesNotContain(encoded("alice:" + SECRET)).doesNotContain(encoded(right));
		}
	}

	private static int send(RestApplication application, String credentials, String body) {
		RestClientForTests client = new RestClientForTests(application.address());
		HttpResponse<String> answer = client.sendUnchecked(client.request("POST", "/topics/orders/jobs", body)
			.header("Authorization", "Basic " + encoded(credentials))
			.header("X-Trace", SECRET));
		return answer.statusCode();
	}

	private static String encoded(String text) {
		return Base64.getEncoder().encodeToString(text.getBytes());
	}

}
