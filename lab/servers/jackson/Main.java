import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.Executors;

public class Main {
    static final Set<String> HOP = Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade", "keep-alive");
    static final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static final ObjectMapper json = new ObjectMapper();

    static HttpResponse<byte[]> passedOn(HttpExchange exchange) throws Exception {
        var body = exchange.getRequestBody().readAllBytes();
        var url = "http://127.0.0.1:" + System.getenv("LAB_BACKEND_PORT") + exchange.getRequestURI();
        var request = HttpRequest.newBuilder(URI.create(url));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase()) && !name.equalsIgnoreCase("accept-encoding")) values.forEach(value -> request.header(name, value));
        });
        var publisher = body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        return http.send(request.method(exchange.getRequestMethod(), publisher).build(), BodyHandlers.ofByteArray());
    }

    static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var got = passedOn(exchange);
            got.headers().map().forEach((name, values) -> {
                if (!HOP.contains(name)) exchange.getResponseHeaders().put(name, values);
            });
            var body = got.body();
            if (body.length > 0 && got.headers().firstValue("content-type").orElse("").contains("json"))
                body = json.writeValueAsBytes(json.readValue(body, Object.class));
            exchange.sendResponseHeaders(got.statusCode(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (Exception error) {
            System.err.println(error);
        }
    }

    public static void main(String[] args) throws IOException {
        var include = JsonInclude.Include.valueOf(System.getenv("LAB_VARIANT"));
        json.setDefaultPropertyInclusion(JsonInclude.Value.construct(include, include));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("LAB_PORT"))), 0);
        server.createContext("/", Main::answer);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }
}
