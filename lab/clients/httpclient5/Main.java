import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.entity.UrlEncodedFormEntity;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.apache.hc.core5.net.URIBuilder;

public class Main {
    static final String API = System.getenv("ASSAY_SANDBOX_URL");
    static final CloseableHttpClient http = HttpClients.createDefault();
    static final ObjectMapper json = new ObjectMapper();
    static String authorization;

    static String send(HttpUriRequestBase request) throws Exception {
        return http.execute(request, answer -> {
            var text = answer.getEntity() == null ? "" : EntityUtils.toString(answer.getEntity());
            if (answer.getCode() >= 400) throw new java.io.IOException(answer.getCode() + " " + text);
            return text;
        });
    }

    static void signIn() throws Exception {
        var credentials = System.getenv("ASSAY_MAIN_CLIENT_ID") + ":" + System.getenv("ASSAY_MAIN_CLIENT_SECRET");
        var request = new HttpUriRequestBase("POST", java.net.URI.create(API + "/oauth/token"));
        request.setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));
        request.setEntity(new UrlEncodedFormEntity(List.of(new BasicNameValuePair("grant_type", "client_credentials"))));
        authorization = "Bearer " + json.readTree(send(request)).get("access_token").asText();
    }

    static JsonNode call(String method, String url, String body, String key) throws Exception {
        var request = new HttpUriRequestBase(method, java.net.URI.create(url));
        request.setHeader("Authorization", authorization);
        if (key != null) request.setHeader("Idempotency-Key", key);
        if (body != null) request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
        return json.readTree(send(request));
    }

    static JsonNode step(String method, String url, String body, String key) {
        try {
            return call(method, url, body, key);
        } catch (Exception error) {
            System.out.println(method + " " + url + ": " + error);
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        signIn();
        System.out.println(call("GET", API + "/account", null, null).get("lender"));
        call("GET", API + "/order-types", null, null);
        var created = step("POST", API + "/orders", System.getenv("LAB_DRAFT"), UUID.randomUUID().toString());
        if (created == null) return;
        var order = API + "/orders/" + created.get("id").asText();
        step("GET", order, null, null);
        var list = new URIBuilder(API + "/orders").addParameter("status", "new,on_hold").addParameter("per_page", "10");
        step("GET", list.build().toString(), null, null);
        step("GET", new URIBuilder(API + "/order-types").addParameter("has_adu", String.valueOf(true)).build().toString(), null, null);
        step("POST", order + "/messages", "{\"recipient\":\"manager\",\"subject\":\"Access\",\"body\":\"The key is with the agent.\",\"document_ids\":[]}", null);
        call("POST", API + "/sandbox/orders/" + created.get("id").asText() + "/advance", "{\"to_status\":\"report_complete\"}", null);
        var document = call("GET", order + "/documents", null, null).get("data").get(0).get("id").asText();
        var link = call("GET", API + "/documents/" + document, null, null).get("download").get("url").asText();
        var file = new HttpUriRequestBase("GET", java.net.URI.create(link));
        file.setHeader("Authorization", authorization);
        System.out.println(send(file).length() + " characters");
    }
}
