package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"os"

	"github.com/go-resty/resty/v2"
)

type fields = map[string]any

var api = os.Getenv("ASSAY_SANDBOX_URL")
var client = resty.New().SetRetryCount(6).AddRetryCondition(func(answer *resty.Response, err error) bool {
	return err != nil || answer.StatusCode() == 429 || answer.StatusCode() >= 500
})

func signIn() {
	var token fields
	client.R().SetBasicAuth(os.Getenv("ASSAY_MAIN_CLIENT_ID"), os.Getenv("ASSAY_MAIN_CLIENT_SECRET")).
		SetFormData(map[string]string{"grant_type": "client_credentials"}).SetResult(&token).Post(api + "/oauth/token")
	client.SetAuthToken(token["access_token"].(string))
}

func call(request *resty.Request, method, address string) (fields, error) {
	var result fields
	answer, err := request.SetResult(&result).Execute(method, address)
	if err == nil && answer.IsError() {
		err = fmt.Errorf("%s", answer.Status())
	}
	if err != nil {
		fmt.Println(method, address, err)
	}
	return result, err
}

func main() {
	signIn()
	account, err := call(client.R(), "GET", api+"/account")
	if err != nil {
		os.Exit(1)
	}
	fmt.Println(account["lender"])
	call(client.R(), "GET", api+"/order-types")
	draft := json.RawMessage(os.Getenv("LAB_DRAFT"))
	created, err := call(client.R().SetHeader("Idempotency-Key", rand.Text()).SetBody(draft), "POST", api+"/orders")
	if err != nil {
		return
	}
	id := created["id"].(string)
	call(client.R(), "GET", api+"/orders/"+id)
	list := url.Values{"status": {"new", "on_hold"}, "per_page": {"10"}}
	call(client.R().SetQueryParamsFromValues(list), "GET", api+"/orders")
	call(client.R().SetQueryParam("has_adu", fmt.Sprint(true)), "GET", api+"/order-types")
	message := fields{"recipient": "manager", "subject": "Access", "body": "The key is with the agent.", "document_ids": []string{}}
	call(client.R().SetBody(message), "POST", api+"/orders/"+id+"/messages")
	if _, err := call(client.R().SetBody(fields{"to_status": "report_complete"}), "POST", api+"/sandbox/orders/"+id+"/advance"); err != nil {
		os.Exit(1)
	}
	documents, _ := call(client.R(), "GET", api+"/orders/"+id+"/documents")
	document := documents["data"].([]any)[0].(fields)["id"].(string)
	detail, _ := call(client.R(), "GET", api+"/documents/"+document)
	file, _ := client.R().Get(detail["download"].(fields)["url"].(string))
	fmt.Println(len(file.Body()), "bytes")
}
