#!/usr/bin/env bash
# github.com/go-resty/resty/v2 2.17.2. A client has a token for all its requests (SetAuthToken on the client).
# Guess: what a request sets for itself wins, as with other headers: its Basic for the token endpoint, or its own Authorization header.
# Seen: the token of the client takes the place of both; only a token that the request sets wins. Where the client has Basic, the request's Basic wins.
# Touches: who asks for the next token with the client that has the last one: the first token request is sent with Basic, and each renewal with the expired
#   token in its place, so that the token endpoint misses the credentials an hour after the start. Ask with a client of its own.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v go > /dev/null || { echo 'go is needed'; exit 2; }
go mod init try > /dev/null 2>&1
go get github.com/go-resty/resty/v2@v2.17.2 > /dev/null 2>&1 || { echo 'resty 2.17.2 cannot be had'; exit 2; }
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/go-resty/resty/v2"
)

func main() {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		got = strings.Join(request.Header["Authorization"], ", ")
	}))
	sent := func(request *resty.Request) string {
		request.Get(server.URL)
		return got
	}
	client := resty.New().SetDisableWarn(true)
	basic := func() *resty.Request { return client.R().SetBasicAuth("id", "secret") }
	seen := []string{sent(basic())}
	client.SetAuthToken("of-client")
	seen = append(seen, sent(basic()), sent(client.R().SetHeader("Authorization", "Basic b3du")), sent(client.R().SetAuthToken("of-request")))
	for index, name := range []string{"Basic, no token yet", "Basic", "header Authorization", "token"} {
		fmt.Printf("the request sets %s: %s\n", name, seen[index])
	}
	if strings.Join(seen, "; ") != "Basic aWQ6c2VjcmV0; Bearer of-client; Bearer of-client; Bearer of-request" {
		os.Exit(1)
	}
}
GO
go run .
