// An app of Spring Boot around the block: who is signed in, refreshing, signing out, and an API.
package app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@Import({ sso.SsoConfiguration.class, sso.ApiConfiguration.class, sso.BackchannelLogout.class })
@RestController
public class App {
    String before = "";

    public static void main(String[] args) {
        SpringApplication.run(App.class, args);
    }

    @Bean
    @Order(0)
    SecurityFilterChain open(HttpSecurity http) throws Exception {
        return http.securityMatcher("/signed-out", "/ready-yet").build();
    }

    @GetMapping("/")
    String home(@AuthenticationPrincipal OidcUser user, CsrfToken token) {
        var hidden = "<input type=hidden name=_csrf value=" + token.getToken() + ">";
        return "Hello " + user.getFullName() + "<form action=/logout method=post>" + hidden + "<button>Sign out</button></form>";
    }

    @GetMapping("/refresh")
    String refresh(@RegisteredOAuth2AuthorizedClient("sso") OAuth2AuthorizedClient client) {
        var now = client.getRefreshToken().getTokenValue();
        var isNew = !now.equals(before);
        before = now;
        return isNew ? "Refreshed" : "The same token";
    }

    @GetMapping("/signed-out")
    String signedOut() {
        return "Signed out";
    }

    @GetMapping("/api/who")
    String who(@AuthenticationPrincipal Jwt token) {
        return token.getSubject();
    }
}
