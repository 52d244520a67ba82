// Java 17 without a framework. Run: npx assay exec -- java LenderTest.java
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;

public class LenderTest {
    static final String SANDBOX = System.getenv("ASSAY_SANDBOX_URL");
    static final String CONTROL = System.getenv("ASSAY_CONTROL_URL");
    static final HttpClient http = HttpClient.newHttpClient();

    static final String ORDER = """
        {"order_type_code": "1004", "due_date": "2099-01-15", "loan": {"purpose": "refinance", "number": "1001"},
         "property": {"address": {"street": "1 Main St", "postal_code": "78701"}, "type": "single_family",
                      "occupancy": "primary_residence"},
         "borrowers": [{"role": "borrower", "first_name": "Ann", "last_name": "Example",
                        "contacts": [{"type": "phone", "role": "cell", "value": "+1 512 555 0100"}]}]}""";

    static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    static String field(String name, String json) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new AssertionError(name + " is missing in " + json);
        return found.group(1);
    }

    static void equal(Object received, Object expected, String what) {
        if (!expected.equals(received))
            throw new AssertionError(what + ": expected " + expected + ", received " + received);
    }

    public static void main(String[] args) throws Exception {
        var credential = System.getenv("ASSAY_MAIN_CLIENT_ID") + ":" + System.getenv("ASSAY_MAIN_CLIENT_SECRET");
        var granted = send(HttpRequest.newBuilder(URI.create(SANDBOX + "/oauth/token"))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credential.getBytes()))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials")));
        var bearer = "Bearer " + field("access_token", granted.body());

        // Before the first order: whose credential is it?
        var account = send(HttpRequest.newBuilder(URI.create(SANDBOX + "/account")).header("Authorization", bearer)).body();
        equal(field("environment", account), "sandbox", "the environment");
        var lender = account.substring(account.indexOf("\"lender\""));
        equal(field("id", lender), System.getenv("ASSAY_MAIN_LENDER_ID"), "the lender's id");
        equal(field("name", lender), System.getenv("ASSAY_MAIN_LENDER_NAME"), "the lender's name");

        // A create that is sent again with its key places one order.
        var create = HttpRequest.newBuilder(URI.create(SANDBOX + "/orders"))
            .header("Authorization", bearer)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(BodyPublishers.ofString(ORDER));
        var first = send(create);
        equal(first.statusCode(), 201, "the create");
        var id = field("id", first.body());
        equal(field("id", send(create).body()), id, "the create sent again");

        // The company delivers the report, over its own port; the lender reads the order.
        var delivered = send(HttpRequest.newBuilder(URI.create(CONTROL + "/orders/" + id + "/deliver"))
            .POST(BodyPublishers.noBody()));
        equal(delivered.statusCode(), 200, "the delivery");
        var read = send(HttpRequest.newBuilder(URI.create(SANDBOX + "/orders/" + id)).header("Authorization", bearer));
        equal(field("code", read.body().substring(read.body().indexOf("\"status\""))), "report_complete", "the status");
    }
}
