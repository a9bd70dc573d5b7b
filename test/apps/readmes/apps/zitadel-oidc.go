// The relying party of the example that its README names: two handlers, and the cookies between them.
package main

import (
	"context"
	"crypto/rand"
	"log"
	"net/http"
	"os"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	httphelper "github.com/zitadel/oidc/v3/pkg/http"
	"github.com/zitadel/oidc/v3/pkg/oidc"
)

type nonceKey struct{}

func main() {
	key := []byte("test1234test1234")
	cookies := httphelper.NewCookieHandler(key, key, httphelper.WithUnsecure())
	options := []rp.Option{rp.WithCookieHandler(cookies)}
	// The lines of the error pages, which an app has only after its developer added them.
	_, fixed := os.LookupEnv("FIXED")
	if fixed {
		options = append(options, rp.WithPKCE(cookies), rp.WithSigningAlgsFromDiscovery(),
			rp.WithVerifierOpts(rp.WithNonce(func(ctx context.Context) string { return ctx.Value(nonceKey{}).(string) })))
	}
	provider, err := rp.NewRelyingPartyOIDC(context.Background(), os.Getenv("ISSUER"), os.Getenv("CLIENT_ID"),
		os.Getenv("CLIENT_SECRET"), os.Getenv("REDIRECT_URI"), []string{"openid", "profile", "email"}, options...)
	if err != nil {
		log.Fatal(err)
	}

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		more := []rp.URLParamOpt{}
		if fixed {
			nonce := rand.Text()
			http.SetCookie(w, &http.Cookie{Name: "nonce", Value: nonce, Path: "/", HttpOnly: true})
			more = append(more, rp.WithURLParam("nonce", nonce))
		}
		rp.AuthURLHandler(rand.Text, provider, more...)(w, r)
	})
	greet := func(w http.ResponseWriter, _ *http.Request, _ *oidc.Tokens[*oidc.IDTokenClaims], _ string, _ rp.RelyingParty,
		user *oidc.UserInfo) {
		w.Write([]byte("Hello " + user.Name))
	}
	callback := rp.CodeExchangeHandler(rp.UserinfoCallback(greet), provider)
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if nonce, err := r.Cookie("nonce"); err == nil {
			r = r.WithContext(context.WithValue(r.Context(), nonceKey{}, nonce.Value))
		}
		callback(w, r)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
