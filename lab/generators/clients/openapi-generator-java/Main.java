import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.net.URI;
import java.time.LocalDate;
import java.util.*;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Main {
  interface Step { void run() throws Exception; }
  static final String PDF = "%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n";
  static String token;
  static Order order;
  static DocumentSummary document;

  static void same(Object found, Object wanted) {
    if (!Objects.equals(found, wanted)) throw new AssertionError(found + " instead of " + wanted);
  }
  static void step(String name, Step step) {
    try { step.run(); System.out.println("ok " + name); }
    catch (Throwable error) { System.out.println("failed " + name + " " + String.valueOf(error).replaceAll("\\s+", " ")); }
  }
  static void list(StatusCodeInput... codes) throws Exception {
    boolean found = new OrdersApi(client).listOrders(null, 100, List.of(codes), null, null, null)
        .getData().stream().anyMatch(one -> one.getId().equals(order.getId()));
    same(found, true);
  }
  static final ApiClient client = new ApiClient();

  public static void main(String[] args) {
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> { if (token != null) request.header("Authorization", "Bearer " + token); });
    DocumentsApi documents = new DocumentsApi(client);
    step("token", () -> token = new AuthenticationApi(client).requestToken(
        "client_credentials", System.getenv("CLIENT_ID"), System.getenv("CLIENT_SECRET")).getAccessToken());
    step("place", () -> {
      String given = "{\"order_type_code\":\"1004\",\"due_date\":\"" + LocalDate.now().plusDays(20) + "\","
          + "\"loan\":{\"purpose\":\"refinance\"},\"property\":{\"address\":{\"postal_code\":\"78701\"},"
          + "\"type\":\"single_family\",\"occupancy\":\"primary_residence\"},\"borrowers\":[{\"role\":\"borrower\","
          + "\"first_name\":\"Sam\",\"last_name\":\"Sample\",\"contacts\":[{\"type\":\"phone\",\"role\":\"cell\","
          + "\"value\":\"+1 512 555 0100\"}]}]}";
      CreateOrderRequest body = client.getObjectMapper().readValue(given, CreateOrderRequest.class);
      order = new OrdersApi(client).createOrder(UUID.randomUUID().toString(), body);
      same(order.getStatus().getCode(), "new");
      same(order.getLenderReference(), null);
      same(order.getDates().getCompletedAt(), null);
    });
    step("read", () -> same(new OrdersApi(client).getOrder(order.getId()).getId(), order.getId()));
    step("list", () -> list(StatusCodeInput.NEW));
    step("statuses", () -> list(StatusCodeInput.NEW, StatusCodeInput.PENDING_REVIEW));
    step("upload", () -> {
      Path path = Files.createTempDirectory("lab").resolve("sales.pdf");
      Files.writeString(path, PDF);
      document = documents.uploadDocument(order.getId(), "supporting", path.toFile(), DocumentPurposeInput.OTHER, null);
      same(document.getSizeBytes(), PDF.length());
    });
    step("download", () -> {
      Map<String, String> link = new HashMap<>();
      for (String part : URI.create(documents.getDocument(document.getId()).getDownload().getUrl()).getQuery().split("&"))
        link.put(part.split("=", 2)[0], part.split("=", 2)[1]);
      File file = documents.downloadDocument(Long.valueOf(link.get("expires")), link.get("signature"), document.getId());
      same(Files.readString(file.toPath()), PDF);
    });
    step("feed", () -> {
      List<String> seen = new ArrayList<>();
      String after = null;
      do {
        EventFeed page = new EventsApi(client).listEvents(after, 2, null, order.getId(), null);
        page.getData().forEach(one -> seen.add(one.getType()));
        after = page.getNextCursor();
      } while (after != null);
      same(seen.get(0), "order.created");
    });
    step("refusal", () -> {
      try {
        new SandboxApi(client).advanceOrder(order.getId(), new AdvanceOrderRequest().toStatus(StatusCodeInput.OFF_HOLD));
      } catch (ApiException error) {
        same(error.getCode(), 409);
        same(client.getObjectMapper().readValue(error.getResponseBody(), org.openapitools.client.model.Error.class).getCode(),
            "action_not_allowed_in_status");
        return;
      }
      throw new AssertionError("no refusal");
    });
    step("event", () -> same(client.getObjectMapper().readValue(new File("event.json"), OrderCreatedEvent.class)
        .getData().getOrderType().getReportFormat(), "uad_3_6"));
    step("new_field", () -> {
      client.updateBaseUri(System.getenv("NEW_URL"));
      same(new OrdersApi(client).getOrder(order.getId()).getOrderType().getCode(), "1004");
    });
  }
}
