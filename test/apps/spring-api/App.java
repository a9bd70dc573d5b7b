// The resource server of Spring Boot: its starter, one property, and one route.
package example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }

  @GetMapping("/")
  String hello() {
    return "Hello";
  }

  /** The line of the page, which an API has only after its developer added it. */
  @Bean
  @ConditionalOnProperty("fixed")
  JwtDecoder jwtDecoder() {
    String issuer = System.getenv("ISSUER");
    NimbusJwtDecoder decoder = NimbusJwtDecoder.withIssuerLocation(issuer).validateType(false).build();
    decoder.setJwtValidator(
        JwtValidators.createDefaultWithValidators(
            new JwtTypeValidator("at+jwt"),
            new JwtIssuerValidator(issuer),
            new JwtAudienceValidator("sso-resource-api")));
    return decoder;
  }
}
