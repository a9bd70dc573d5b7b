// The provider, the redirect and the callback of the README; the state, which it leaves to the app, is in a cookie.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  os.Getenv("REDIRECT_URI"),
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{oidc.ScopeOpenID, oidc.ScopeProfile, oidc.ScopeEmail},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})

	fixed, nonce, pkce := os.Getenv("FIXED") == "1", rand.Text(), oauth2.GenerateVerifier()
	var toAuthorize, toExchange []oauth2.AuthCodeOption
	if fixed {
		toAuthorize = append(toAuthorize, oidc.Nonce(nonce), oauth2.S256ChallengeOption(pkce))
		toExchange = append(toExchange, oauth2.VerifierOption(pkce))
	}

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		state := rand.Text()
		http.SetCookie(w, &http.Cookie{Name: "state", Value: state, Path: "/", HttpOnly: true})
		http.Redirect(w, r, config.AuthCodeURL(state, toAuthorize...), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if state, err := r.Cookie("state"); err != nil || r.URL.Query().Get("state") != state.Value {
			http.Error(w, "the state did not match", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(ctx, r.URL.Query().Get("code"), toExchange...)
		if err != nil {
			http.Error(w, "the code could not be exchanged: "+err.Error(), http.StatusInternalServerError)
			return
		}
		raw, _ := token.Extra("id_token").(string)
		idToken, err := verifier.Verify(ctx, raw)
		if err != nil {
			http.Error(w, "the ID token could not be verified: "+err.Error(), http.StatusInternalServerError)
			return
		}
		if fixed && idToken.Nonce != nonce {
			http.Error(w, "the nonce did not match", http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, "Hello "+idToken.Subject)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
