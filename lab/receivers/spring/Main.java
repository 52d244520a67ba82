import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@EnableAutoConfiguration
@RestController
public class Main {
    static final Pattern FORM = Pattern.compile("t=(\\d+),v1=([0-9a-f]{64})");

    static boolean isGenuine(String header, byte[] body) throws Exception {
        var found = FORM.matcher(header);
        if (!found.matches()) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(found.group(1))) > 300) return false;
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(System.getenv("LAB_SECRET").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((found.group(1) + ".").getBytes(StandardCharsets.UTF_8));
        return MessageDigest.isEqual(mac.doFinal(body), HexFormat.of().parseHex(found.group(2)));
    }

    @PostMapping("/hooks")
    ResponseEntity<Void> receive(@RequestHeader(name = "X-Service-Signature", defaultValue = "") String signature, @RequestBody byte[] body)
            throws Exception {
        if (!isGenuine(signature, body)) return ResponseEntity.status(401).build();
        new ObjectMapper().readTree(body);
        return ResponseEntity.noContent().build();
    }

    public static void main(String[] args) {
        System.setProperty("server.address", "127.0.0.1");
        System.setProperty("server.port", System.getenv("LAB_PORT"));
        System.setProperty("spring.main.banner-mode", "off");
        SpringApplication.run(Main.class, args);
    }
}
