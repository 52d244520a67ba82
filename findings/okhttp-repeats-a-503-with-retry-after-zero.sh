#!/usr/bin/env bash
# OkHttp 5.5.1, without any interceptor. OkHttp leaves repeats of failed calls to the caller, or so one reads.
# Guess: a 503 comes back to the caller, whatever its Retry-After says; a POST above all.
# Seen: `Retry-After: 0` makes OkHttp send the call again at once on its own, a POST too, once; with 1, or with 429, it does not.
# Touches: servers that answer 503 after the write was begun, and tests that count calls.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>0</version>
<dependencies><dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp-jvm</artifactId><version>5.5.1</version></dependency></dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath > /dev/null 2>&1 || { echo 'okhttp 5.5.1 cannot be had'; exit 2; }
cat > Try.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.*;

public class Try {
    static int calls(int status, String retryAfter) throws Exception {
        var seen = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            seen.incrementAndGet();
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        var client = new OkHttpClient();
        var request = new Request.Builder().url("http://127.0.0.1:" + server.getAddress().getPort() + "/")
            .post(RequestBody.create("{}", MediaType.get("application/json"))).build();
        try (var response = client.newCall(request).execute()) {
            System.out.println(status + " with Retry-After " + retryAfter + ": the caller sees " + response.code() + ", the server " + seen.get() + " POST");
        }
        server.stop(0);
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
        return seen.get();
    }

    public static void main(String[] arguments) throws Exception {
        var ok = calls(503, "0") == 2 & calls(503, "1") == 1 & calls(429, "0") == 1;
        System.exit(ok ? 0 : 1);
    }
}
JAVA
javac -cp "$(cat classpath)" Try.java && java -cp "$(cat classpath):." Try
