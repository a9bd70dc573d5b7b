// An app of Go's own server around the block, with one session in a cookie.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"

	"golang.org/x/oauth2"
)

type Session struct {
	Checks Checks
	Token  *oauth2.Token
	Name   string
}

func main() {
	ctx := context.Background()
	sso, err := NewSSO(ctx)
	if err != nil {
		panic(err)
	}
	sessions := map[string]*Session{}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()
		if cookie, err := r.Cookie("session"); err == nil {
			id = cookie.Value
		}
		session := sessions[id]
		if session == nil {
			session = &Session{}
			sessions[id] = session
		}
		http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Path: "/", HttpOnly: true})
		fail := func(err error) { http.Error(w, err.Error(), http.StatusInternalServerError) }
		switch {
		case r.URL.Path == "/signed-out" || r.URL.Path == "/ready-yet":
			fmt.Fprint(w, "Signed out")
		case r.URL.Path == "/callback":
			token, user, err := sso.Finish(r, session.Checks)
			if err != nil {
				fail(err)
				return
			}
			var claims struct{ Name string }
			user.Claims(&claims)
			session.Token, session.Name = token, claims.Name
			http.Redirect(w, r, "/", http.StatusFound)
		case session.Token == nil:
			to, checks := sso.Begin()
			session.Checks = checks
			http.Redirect(w, r, to, http.StatusFound)
		case r.URL.Path == "/refresh":
			before := session.Token.AccessToken
			fresh, err := sso.Config.TokenSource(ctx, &oauth2.Token{RefreshToken: session.Token.RefreshToken}).Token()
			if err != nil {
				fail(err)
				return
			}
			session.Token = fresh
			if fresh.AccessToken != before {
				fmt.Fprint(w, "Refreshed")
			}
		case r.URL.Path == "/sign-out":
			delete(sessions, id)
			to, err := sso.SignOutURL(session.Token)
			if err != nil {
				fail(err)
				return
			}
			http.Redirect(w, r, to, http.StatusFound)
		default:
			fmt.Fprint(w, "Hello "+session.Name)
		}
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
