import com.browserup.bup.BrowserUpProxyServer;
import com.browserup.bup.client.ClientUtil;
import com.browserup.bup.proxy.CaptureType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

public class Main {
    static final String API = System.getenv("ASSAY_SANDBOX_URL");
    static final ObjectMapper json = new ObjectMapper();
    static HttpClient http;
    static String authorization;

    /** The proxy answers a lost connection with silence. */
    static JsonNode call(String method, String path, BodyPublisher body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(API + path)).timeout(Duration.ofSeconds(5)).header("Authorization", authorization);
        if (headers.length > 0) request.headers(headers);
        HttpResponse<String> answer = null;
        try {
            answer = http.send(request.method(method, body).build(), BodyHandlers.ofString());
        } catch (IOException lost) { }
        if (answer != null && answer.statusCode() < 500) return json.readTree(answer.body());
        Thread.sleep(500 + ThreadLocalRandom.current().nextInt(500));
        return call(method, path, body, headers);
    }

    static JsonNode get(String path) throws Exception {
        return call("GET", path, BodyPublishers.noBody());
    }

    public static void main(String[] args) throws Exception {
        var proxy = new BrowserUpProxyServer();
        proxy.setHostNameResolver(ClientUtil.createNativeResolver());
        proxy.start(0, InetAddress.getLoopbackAddress());
        proxy.setHarCaptureTypes(CaptureType.getAllContentCaptureTypes());
        proxy.enableHarCaptureTypes(CaptureType.getHeaderCaptureTypes());
        proxy.newHar();
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .proxy(ProxySelector.of(new InetSocketAddress("127.0.0.1", proxy.getPort()))).build();
        var credentials = System.getenv("ASSAY_MAIN_CLIENT_ID") + ":" + System.getenv("ASSAY_MAIN_CLIENT_SECRET");
        authorization = "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes());
        var token = call("POST", "/oauth/token", BodyPublishers.ofString("grant_type=client_credentials"),
            "Content-Type", "application/x-www-form-urlencoded");
        authorization = "Bearer " + token.get("access_token").asText();
        get("/account");
        get("/order-types");
        var draft = BodyPublishers.ofString(System.getenv("LAB_DRAFT"));
        var order = call("POST", "/orders", draft, "Content-Type", "application/json", "Idempotency-Key", UUID.randomUUID().toString()).get("id").asText();
        get("/orders/" + order);
        get("/orders?status=new,on_hold");
        var letter = "--part\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nsupporting\r\n--part\r\nContent-Disposition: form-data; name=\"file\"; "
            + "filename=\"letter.pdf\"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n%%EOF\n\r\n--part--\r\n";
        call("POST", "/orders/" + order + "/documents", BodyPublishers.ofString(letter), "Content-Type", "multipart/form-data; boundary=part");
        call("POST", "/sandbox/orders/" + order + "/advance", BodyPublishers.ofString("{\"to_status\":\"report_complete\"}"), "Content-Type", "application/json");
        var document = get("/orders/" + order + "/documents").get("data").get(0).get("id").asText();
        var link = get("/documents/" + document).get("download").get("url").asText();
        System.out.println(http.send(HttpRequest.newBuilder(URI.create(link)).build(), BodyHandlers.ofByteArray()).body().length + " bytes");
        proxy.getHar().writeTo(new File("traffic.har"));
        proxy.abort();
        System.exit(0);
    }
}
