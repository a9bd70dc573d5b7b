// golang-jwt with the keys of the issuer, as its documentation has it; the token is on the standard input.
package main

import (
	"io"
	"log"
	"os"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
)

func main() {
	issuer := os.Getenv("ISSUER")
	token, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	keys, err := keyfunc.NewDefault([]string{issuer + "/jwks"})
	if err != nil {
		log.Fatal(err)
	}
	options := []jwt.ParserOption{}
	// The line of the page, which an API has only after its developer added it.
	if _, fixed := os.LookupEnv("FIXED"); fixed {
		options = append(options, jwt.WithAudience("sso-resource-api"), jwt.WithIssuer(issuer),
			jwt.WithValidMethods([]string{"ES256"}))
	}
	if _, err := jwt.Parse(string(token), keys.Keyfunc, options...); err != nil {
		log.Fatal(err)
	}
}
