import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

public class Main {
    static final String API = System.getenv("ASSAY_SANDBOX_URL");
    static OkHttpClient http;
    static String token;

    static void signIn() throws Exception {
        var client = new ClientSecretBasic(
            new ClientID(System.getenv("ASSAY_MAIN_CLIENT_ID")), new Secret(System.getenv("ASSAY_MAIN_CLIENT_SECRET")));
        var request = new TokenRequest(URI.create(API + "/oauth/token"), client, new ClientCredentialsGrant());
        var answer = TokenResponse.parse(request.toHTTPRequest().send());
        token = answer.toSuccessResponse().getTokens().getAccessToken().getValue();
    }

    static byte[] send(Request request) throws IOException {
        try (var answer = http.newCall(request).execute()) {
            var body = answer.body().bytes();
            if (!answer.isSuccessful()) throw new IOException(answer.code() + " " + new String(body));
            return body;
        }
    }

    static Map<String, Object> call(String method, HttpUrl url, String body, String... headers) throws Exception {
        var sent = body == null ? null : RequestBody.create(body, MediaType.get("application/json"));
        return JSONObjectUtils.parse(new String(send(new Request.Builder().url(url).headers(Headers.of(headers)).method(method, sent).build())));
    }

    static Map<String, Object> step(String method, HttpUrl url, String body, String... headers) {
        try {
            return call(method, url, body, headers);
        } catch (Exception error) {
            System.out.println(method + " " + url.encodedPath() + ": " + error);
            return null;
        }
    }

    static HttpUrl.Builder at(String path) {
        return HttpUrl.get(API).newBuilder().addPathSegments(path);
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        signIn();
        http = new OkHttpClient.Builder()
            .addInterceptor(chain -> chain.proceed(
                chain.request().newBuilder().header("Authorization", "Bearer " + token).build()))
            .build();
        System.out.println(call("GET", at("account").build(), null).get("lender"));
        call("GET", at("order-types").build(), null);
        var created = step("POST", at("orders").build(), System.getenv("LAB_DRAFT"), "Idempotency-Key", UUID.randomUUID().toString());
        if (created == null) return;
        var order = "orders/" + created.get("id");
        step("GET", at(order).build(), null);
        step("GET", at("orders").addQueryParameter("status", "new,on_hold").addQueryParameter("per_page", "10").build(), null);
        step("GET", at("order-types").addQueryParameter("has_adu", String.valueOf(true)).build(), null);
        step("POST", at(order + "/messages").build(), "{\"recipient\":\"manager\",\"subject\":\"Access\",\"body\":\"The key is with the agent.\",\"document_ids\":[]}");
        call("POST", at("sandbox/" + order + "/advance").build(), "{\"to_status\":\"report_complete\"}");
        var documents = (List<Map<String, Object>>) call("GET", at(order + "/documents").build(), null).get("data");
        var detail = call("GET", at("documents/" + documents.get(0).get("id")).build(), null);
        var link = (String) ((Map<String, Object>) detail.get("download")).get("url");
        System.out.println(send(new Request.Builder().url(link).build()).length + " bytes");
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }
}
