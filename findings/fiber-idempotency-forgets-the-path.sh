#!/usr/bin/env bash
# github.com/gofiber/fiber/v2 2.52.9 (Go), middleware/idempotency, on a service where POST /orders and POST /orders/1/messages take the header.
# Guess: a key belongs to its operation: the same key on another path is another request, and is carried out.
# Seen: the path does not count. With the key of an order, a message is never sent: the lender gets 201 and its order again.
# Touches: services that promise a key for one operation, and lenders who take one key for all that they send for a loan: the message is lost without
#   an error. Mount the middleware on one route.
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
	carryOut := func(what string) fiber.Handler {
		return func(c *fiber.Ctx) error {
			count++
			return c.Status(201).SendString(fmt.Sprintf("%s %d: %s", what, count, c.Body()))
		}
	}
	app.Post("/orders", carryOut("order"))
	app.Post("/orders/1/messages", carryOut("message"))
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
	call("/orders/1/messages", one, "hello")
	call("/orders/1/messages", two, "hello")
}
GO
{ go mod init finding && go get github.com/gofiber/fiber/v2@v2.52.9 github.com/gofiber/fiber/v2/middleware/idempotency@v2.52.9 && go build -o try .; } > /dev/null 2>&1 ||
  { echo 'fiber cannot be had'; exit 2; }
./try | tee seen.txt
diff seen.txt - <<'TEXT'
/orders a: 201 order 1: a
/orders/1/messages hello: 201 order 1: a
/orders/1/messages hello: 201 message 2: hello
TEXT
