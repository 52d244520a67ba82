import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.util.UriComponentsBuilder;

public class Main {
    static final String API = System.getenv("ASSAY_SANDBOX_URL");
    static RestClient http;

    static RestClient.ResponseSpec send(HttpMethod method, String url, String body, String key) {
        var request = http.method(method).uri(java.net.URI.create(url));
        if (key != null) request.header("Idempotency-Key", key);
        if (body != null) request.contentType(MediaType.APPLICATION_JSON).body(body);
        return request.retrieve();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> call(HttpMethod method, String url, String body, String key) {
        return send(method, url, body, key).body(Map.class);
    }

    static Map<String, Object> step(HttpMethod method, String url, String body, String key) {
        try {
            return call(method, url, body, key);
        } catch (RestClientException error) {
            System.out.println(method + " " + url + ": " + error.getMessage());
            return null;
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        var registrations = new InMemoryClientRegistrationRepository(ClientRegistration.withRegistrationId("lender")
            .tokenUri(API + "/oauth/token")
            .clientId(System.getenv("ASSAY_MAIN_CLIENT_ID"))
            .clientSecret(System.getenv("ASSAY_MAIN_CLIENT_SECRET"))
            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
            .build());
        var clients = new InMemoryOAuth2AuthorizedClientService(registrations);
        var oauth = new OAuth2ClientHttpRequestInterceptor(
            new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, clients));
        oauth.setClientRegistrationIdResolver(request -> "lender");
        http = RestClient.builder().requestInterceptor(oauth).build();
        System.out.println(call(HttpMethod.GET, API + "/account", null, null).get("lender"));
        call(HttpMethod.GET, API + "/order-types", null, null);
        var created = step(HttpMethod.POST, API + "/orders", System.getenv("LAB_DRAFT"), UUID.randomUUID().toString());
        if (created == null) return;
        var order = API + "/orders/" + created.get("id");
        step(HttpMethod.GET, order, null, null);
        var list = UriComponentsBuilder.fromUriString(API + "/orders").queryParam("status", "new", "on_hold").queryParam("per_page", 10);
        step(HttpMethod.GET, list.toUriString(), null, null);
        var types = UriComponentsBuilder.fromUriString(API + "/order-types").queryParam("has_adu", true);
        step(HttpMethod.GET, types.toUriString(), null, null);
        step(HttpMethod.POST, order + "/messages", "{\"recipient\":\"manager\",\"subject\":\"Access\",\"body\":\"The key is with the agent.\",\"document_ids\":[]}", null);
        call(HttpMethod.POST, API + "/sandbox/orders/" + created.get("id") + "/advance", "{\"to_status\":\"report_complete\"}", null);
        var documents = (List<Map<String, Object>>) call(HttpMethod.GET, order + "/documents", null, null).get("data");
        var detail = call(HttpMethod.GET, API + "/documents/" + documents.get(0).get("id"), null, null);
        var link = (String) ((Map<String, Object>) detail.get("download")).get("url");
        System.out.println(send(HttpMethod.GET, link, null, null).body(byte[].class).length + " bytes");
    }
}
