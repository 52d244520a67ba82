import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.UUID;

public class Main {
    static final String API = System.getenv("ASSAY_SANDBOX_URL");
    static final HttpClient http = HttpClient.newHttpClient();
    static final ObjectMapper json = new ObjectMapper();
    static final Retry retry = Retry.of("lender", RetryConfig.<HttpResponse<String>>custom()
        .maxAttempts(7)
        .retryOnResult(answer -> answer.statusCode() == 429 || answer.statusCode() >= 500)
        .build());
    static String authorization;

    static HttpResponse<String> send(HttpRequest request) throws Exception {
        var answer = Retry.decorateCallable(retry, () -> http.send(request, BodyHandlers.ofString())).call();
        if (answer.statusCode() >= 400) throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        return answer;
    }

    static JsonNode call(String method, String url, String body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", authorization);
        if (headers.length > 0) request.headers(headers);
        if (body != null) request.header("Content-Type", "application/json");
        return json.readTree(send(request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build()).body());
    }

    static JsonNode step(String method, String url, String body, String... headers) {
        try {
            return call(method, url, body, headers);
        } catch (Exception error) {
            System.out.println(method + " " + url + ": " + error);
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        var credentials = System.getenv("ASSAY_MAIN_CLIENT_ID") + ":" + System.getenv("ASSAY_MAIN_CLIENT_SECRET");
        var token = send(HttpRequest.newBuilder(URI.create(API + "/oauth/token"))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials"))
            .build());
        authorization = "Bearer " + json.readTree(token.body()).get("access_token").asText();
        System.out.println(call("GET", API + "/account", null).get("lender"));
        call("GET", API + "/order-types", null);
        var created = step("POST", API + "/orders", System.getenv("LAB_DRAFT"), "Idempotency-Key", UUID.randomUUID().toString());
        if (created == null) return;
        var order = API + "/orders/" + created.get("id").asText();
        step("GET", order, null);
        step("GET", API + "/orders?status=new,on_hold&per_page=10", null);
        step("GET", API + "/order-types?has_adu=" + true, null);
        step("POST", order + "/messages", "{\"recipient\":\"manager\",\"subject\":\"Access\",\"body\":\"The key is with the agent.\",\"document_ids\":[]}");
        call("POST", API + "/sandbox/orders/" + created.get("id").asText() + "/advance", "{\"to_status\":\"report_complete\"}");
        var document = call("GET", order + "/documents", null).get("data").get(0).get("id").asText();
        var link = call("GET", API + "/documents/" + document, null).get("download").get("url").asText();
        var file = send(HttpRequest.newBuilder(URI.create(link)).header("Authorization", authorization).build());
        System.out.println(file.body().length() + " characters");
    }
}
