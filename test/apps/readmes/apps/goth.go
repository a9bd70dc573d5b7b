// The provider and the two routes of its README, without its list of providers.
package main

import (
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/gorilla/sessions"
	"github.com/markbates/goth"
	"github.com/markbates/goth/gothic"
	"github.com/markbates/goth/providers/openidConnect"
	"golang.org/x/oauth2"
)

func main() {
	gothic.Store = sessions.NewCookieStore([]byte("a secret of the app"))
	provider, err := openidConnect.New(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"), os.Getenv("REDIRECT_URI"),
		os.Getenv("ISSUER")+"/.well-known/openid-configuration", "profile", "email")
	if err != nil {
		log.Fatal(err)
	}
	goth.UseProviders(provider)
	// The lines of the error pages, which an app has only after its developer added them.
	_, fixed := os.LookupEnv("FIXED")

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		r = gothic.GetContextWithProvider(r, "openid-connect")
		if !fixed {
			gothic.BeginAuthHandler(w, r)
			return
		}
		address, err := gothic.GetAuthURL(w, r)
		if err != nil {
			log.Fatal(err)
		}
		verifier := oauth2.GenerateVerifier()
		http.SetCookie(w, &http.Cookie{Name: "verifier", Value: verifier, Path: "/", HttpOnly: true})
		address += "&nonce=" + rand.Text()
		address += "&code_challenge_method=S256&code_challenge=" + oauth2.S256ChallengeFromVerifier(verifier)
		http.Redirect(w, r, address, http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		r = gothic.GetContextWithProvider(r, "openid-connect")
		if verifier, err := r.Cookie("verifier"); err == nil {
			r.URL.RawQuery += "&code_verifier=" + verifier.Value
		}
		user, err := gothic.CompleteUserAuth(w, r)
		if err != nil {
			fmt.Fprintln(w, err)
			return
		}
		fmt.Fprintln(w, "Hello", user.Name)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
