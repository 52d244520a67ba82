#!/usr/bin/env bash
# github.com/gofiber/fiber/v2 2.52.9 (Go), middleware/idempotency, on a service where POST /orders and POST /orders/1/messages take the header.
# Guess: a key belongs to its operation and its body: the same key on another path is carried out, and with another body it is refused. A key is any text.
# Seen: the key alone counts. With the key of an order, a message is never sent: the caller gets 201 and the order. Another body gets the first order, too. A
#   500 is kept as well, so that trying again never succeeds. A key that is no UUID of 36 characters is answered with 500.
# Touches: services that promise a key for one operation, and lenders who take the number of a loan as the key of all that they send for it: the
#   message is lost without an error. Mount the middleware on one route, and set KeyHeaderValidate.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http/httptest"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/idempotency"
)

func main() {
	app := fiber.New()
	app.Use(idempotency.New())
	count := 0
	carryOut := func(what string, status int) fiber.Handler {
		return func(c *fiber.Ctx) error {
			count++
			return c.Status(status).SendString(fmt.Sprintf("%s %d: %s", what, count, c.Body()))
		}
	}
	app.Post("/orders", carryOut("order", 201))
	app.Post("/orders/1/messages", carryOut("message", 201))
	app.Post("/failing", carryOut("failure", 500))
	call := func(path, key, body string) {
		request := httptest.NewRequest("POST", path, strings.NewReader(body))
		request.Header.Set("X-Idempotency-Key", key)
		answer, err := app.Test(request, 60_000)
		if err != nil {
			panic(err)
		}
		text, _ := io.ReadAll(answer.Body)
		fmt.Printf("%s %s: %d %s\n", path, body, answer.StatusCode, text)
	}
	one, two := "0190b0a0-0000-7000-8000-000000000001", "0190b0a0-0000-7000-8000-000000000002"
	call("/orders", one, "a")
	call("/orders", one, "b")
	call("/orders/1/messages", one, "hello")
	call("/failing", two, "a")
	call("/failing", two, "a")
	call("/orders", "loan-17", "a")
}
GO
{ go mod init finding && go get github.com/gofiber/fiber/v2@v2.52.9 github.com/gofiber/fiber/v2/middleware/idempotency@v2.52.9 && go build -o try .; } > /dev/null 2>&1 ||
  { echo 'fiber cannot be had'; exit 2; }
./try | tee seen.txt
diff seen.txt - <<'TEXT'
/orders a: 201 order 1: a
/orders b: 201 order 1: a
/orders/1/messages hello: 201 order 1: a
/failing a: 500 failure 2: a
/failing a: 500 failure 2: a
/orders a: 500 invalid idempotency key: invalid length: 7 != 36
TEXT
