package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/google/martian/v3"
	"github.com/google/martian/v3/har"
)

type fields = map[string]any

var api = os.Getenv("ASSAY_SANDBOX_URL")
var recorder = har.NewLogger()
var client = &http.Client{}
var authorization string

func call(method, path, kind string, body []byte, key string) fields {
	request, _ := http.NewRequest(method, api+path, bytes.NewReader(body))
	request.Header.Set("Authorization", authorization)
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := client.Do(request)
	if err == nil {
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		if answer.StatusCode < 500 {
			var result fields
			json.Unmarshal(text, &result)
			return result
		}
	}
	time.Sleep(500*time.Millisecond + time.Duration(mathrand.Intn(500))*time.Millisecond)
	return call(method, path, kind, body, key)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	proxy := martian.NewProxy()
	proxy.SetRequestModifier(recorder)
	proxy.SetResponseModifier(recorder)
	go proxy.Serve(listener)
	client.Transport = &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: listener.Addr().String()})}
	form := url.Values{"grant_type": {"client_credentials"}}
	request, _ := http.NewRequest("POST", api+"/oauth/token", strings.NewReader(form.Encode()))
	request.SetBasicAuth(os.Getenv("ASSAY_MAIN_CLIENT_ID"), os.Getenv("ASSAY_MAIN_CLIENT_SECRET"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	var token fields
	json.NewDecoder(answer.Body).Decode(&token)
	authorization = "Bearer " + token["access_token"].(string)
	call("GET", "/account", "", nil, "")
	call("GET", "/order-types", "", nil, "")
	order := call("POST", "/orders", "application/json", []byte(os.Getenv("LAB_DRAFT")), rand.Text())["id"].(string)
	call("GET", "/orders/"+order, "", nil, "")
	call("GET", "/orders?status=new,on_hold", "", nil, "")
	var letter bytes.Buffer
	parts := multipart.NewWriter(&letter)
	parts.WriteField("kind", "supporting")
	file, _ := parts.CreateFormFile("file", "letter.pdf")
	file.Write([]byte("%PDF-1.4\n%%EOF\n"))
	parts.Close()
	call("POST", "/orders/"+order+"/documents", parts.FormDataContentType(), letter.Bytes(), "")
	call("POST", "/sandbox/orders/"+order+"/advance", "application/json", []byte(`{"to_status":"report_complete"}`), "")
	document := call("GET", "/orders/"+order+"/documents", "", nil, "")["data"].([]any)[0].(fields)["id"].(string)
	link := call("GET", "/documents/"+document, "", nil, "")["download"].(fields)["url"].(string)
	report, _ := client.Get(link)
	size, _ := io.Copy(io.Discard, report.Body)
	fmt.Println(size, "bytes")
	text, _ := json.Marshal(recorder.Export())
	os.WriteFile("traffic.har", text, 0o644)
}
