package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

var api = os.Getenv("ASSAY_SANDBOX_URL")
var client *http.Client

func call(method, address string, body []byte, key string) (map[string]any, error) {
	request, _ := http.NewRequest(method, address, bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := client.Do(request)
	if err != nil {
		fmt.Println(method, err)
		return nil, err
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	var fields map[string]any
	json.Unmarshal(text, &fields)
	if answer.StatusCode >= 400 {
		fmt.Println(method, address, answer.Status)
		return nil, fmt.Errorf("%s", answer.Status)
	}
	return fields, nil
}

func main() {
	retries := retryablehttp.NewClient()
	retries.RetryMax = 6
	retries.Logger = nil
	config := clientcredentials.Config{
		ClientID:     os.Getenv("ASSAY_MAIN_CLIENT_ID"),
		ClientSecret: os.Getenv("ASSAY_MAIN_CLIENT_SECRET"),
		TokenURL:     api + "/oauth/token",
	}
	client = config.Client(context.WithValue(context.Background(), oauth2.HTTPClient, retries.StandardClient()))
	account, err := call("GET", api+"/account", nil, "")
	if err != nil {
		os.Exit(1)
	}
	fmt.Println(account["lender"])
	call("GET", api+"/order-types", nil, "")
	created, err := call("POST", api+"/orders", []byte(os.Getenv("LAB_DRAFT")), rand.Text())
	if err != nil {
		return
	}
	order := api + "/orders/" + created["id"].(string)
	call("GET", order, nil, "")
	query := url.Values{"status": {"new", "on_hold"}, "per_page": {"10"}}
	call("GET", api+"/orders?"+query.Encode(), nil, "")
	types := url.Values{"has_adu": {fmt.Sprint(true)}}
	call("GET", api+"/order-types?"+types.Encode(), nil, "")
	call("POST", order+"/messages", []byte(`{"recipient":"manager","subject":"Access","body":"The key is with the agent.","document_ids":[]}`), "")
	call("POST", api+"/sandbox/orders/"+created["id"].(string)+"/advance", []byte(`{"to_status":"report_complete"}`), "")
	documents, _ := call("GET", order+"/documents", nil, "")
	document := documents["data"].([]any)[0].(map[string]any)["id"].(string)
	detail, _ := call("GET", api+"/documents/"+document, nil, "")
	answer, err := client.Get(detail["download"].(map[string]any)["url"].(string))
	fmt.Println(answer.ContentLength, "bytes", err)
}
