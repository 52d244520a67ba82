#!/usr/bin/env bash
# golang.org/x/oauth2 0.38.0. The first token request of a process meets one 503 with Retry-After, the next would be answered.
# Guess: the 503 comes back as an error, or the same request is sent again later.
# Seen: any failure counts as "wrong style of authentication": the request is sent again at once with the credentials in the form, and as
# that works, the style is kept: the process never uses HTTP Basic again, though the server prefers it.
# Touches: who reads logs of a token endpoint, limits its rate, or takes Basic alone; set `AuthStyle` and nothing is guessed.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	var styles []string
	start := time.Now()
	var last time.Duration
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		style := "form"
		if _, _, basic := r.BasicAuth(); basic {
			style = "basic"
		}
		styles = append(styles, style)
		if len(styles) <= 2 {
			last = time.Since(start)
		}
		if len(styles) == 1 {
			w.Header().Set("Retry-After", "2")
			w.WriteHeader(503)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"t","token_type":"Bearer","expires_in":3600}`)
	}))
	config := clientcredentials.Config{ClientID: "id", ClientSecret: "secret", TokenURL: server.URL}
	_, first := config.Token(context.Background())
	_, second := config.Token(context.Background())
	fmt.Println(styles, "errors:", first, second, "the second request came within", last.Round(time.Millisecond))
	if fmt.Sprint(styles) != "[basic form form]" || first != nil || last > time.Second {
		os.Exit(1)
	}
}
GO
{ go mod init finding && go get golang.org/x/oauth2@v0.38.0 && go build -o try . ; } > /dev/null 2>&1 || { echo 'golang.org/x/oauth2 0.38.0 cannot be had'; exit 2; }
./try
