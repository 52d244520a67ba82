package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"

	"github.com/stripe/stripe-go/v82/webhook"
)

func main() {
	http.HandleFunc("POST /hooks", func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		// ConstructEvent wants an event of Stripe.
		if err != nil || webhook.ValidatePayload(body, request.Header.Get("X-Service-Signature"), os.Getenv("LAB_SECRET")) != nil {
			writer.WriteHeader(http.StatusUnauthorized)
			return
		}
		var event map[string]any
		if json.Unmarshal(body, &event) != nil {
			writer.WriteHeader(http.StatusBadRequest)
			return
		}
		writer.WriteHeader(http.StatusNoContent)
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("LAB_PORT"), nil))
}
