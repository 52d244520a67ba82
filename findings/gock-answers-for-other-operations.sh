#!/usr/bin/env bash
# github.com/h2non/gock 1.2.0 (Go): mocks of HTTP calls in tests, which may be given as regular expressions.
# Guess: `Post("/orders")` stands for POST /orders. Where a text is read as an expression, it is held against the whole path.
# Seen: it is looked for anywhere in the path: `Post("/orders")` answers POST /orders/1/cancel, and `Get("/orders/1")` answers GET /orders/12 and /v2/orders/1.
#   MatchParam("page", "1") takes page 12 and page 21 as well. A JSON body is compared whole.
# Touches: tests of clients: a cancel that the test forgot is answered as a create with 201, a wrong id or version in a path is not noticed, and a client that never stops
#   paging gets page 1 for page 12. Write `^/orders$` and `^1$`.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"

	"github.com/h2non/gock"
)

func main() {
	defer gock.Off()
	mock := func() *gock.Request { return gock.New("http://api.test").Persist() }
	mock().Post("/orders").Reply(201).BodyString("created")
	mock().Get("/orders/1").Reply(200).BodyString("order 1")
	mock().Get("/lists").MatchParam("page", "1").Reply(200).BodyString("page 1")
	mock().Post("^/whole$").Reply(201).BodyString("whole")
	calls := [][2]string{
		{"POST", "/orders"}, {"POST", "/orders/1/cancel"}, {"GET", "/orders/12"}, {"GET", "/v2/orders/1"},
		{"GET", "/lists?page=12"}, {"GET", "/lists?page=2"}, {"POST", "/whole/1"},
	}
	for _, call := range calls {
		request, _ := http.NewRequest(call[0], "http://api.test"+call[1], nil)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			fmt.Println(call[0], call[1], "is no call of a mock")
			continue
		}
		text, _ := io.ReadAll(answer.Body)
		fmt.Println(call[0], call[1], answer.StatusCode, string(text))
	}
}
GO
{ go mod init finding && go get github.com/h2non/gock@v1.2.0 && go build -o try .; } > /dev/null 2>&1 || { echo 'gock cannot be had'; exit 2; }
./try | tee seen.txt
diff seen.txt - <<'TEXT'
POST /orders 201 created
POST /orders/1/cancel 201 created
GET /orders/12 200 order 1
GET /v2/orders/1 200 order 1
GET /lists?page=12 200 page 1
GET /lists?page=2 is no call of a mock
POST /whole/1 is no call of a mock
TEXT
