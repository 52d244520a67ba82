package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
)

var variant = os.Getenv("LAB_VARIANT")

func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case string:
		return value == ""
	case json.Number:
		return value == "0"
	case []any:
		return len(value) == 0
	}
	// An object is a struct, which is never empty.
	return false
}

func written(value any) any {
	switch value := value.(type) {
	case []any:
		if variant == "nil-slice" && len(value) == 0 {
			return []any(nil)
		}
		for index := range value {
			value[index] = written(value[index])
		}
	case map[string]any:
		for key := range value {
			value[key] = written(value[key])
			if variant == "omitempty" && isEmpty(value[key]) {
				delete(value, key)
			}
		}
	}
	return value
}

func main() {
	backend, _ := url.Parse("http://127.0.0.1:" + os.Getenv("LAB_BACKEND_PORT"))
	proxy := httputil.NewSingleHostReverseProxy(backend)
	proxy.ModifyResponse = func(answer *http.Response) error {
		if !strings.Contains(answer.Header.Get("Content-Type"), "json") {
			return nil
		}
		decoder := json.NewDecoder(answer.Body)
		decoder.UseNumber()
		var body any
		if err := decoder.Decode(&body); err != nil {
			return nil
		}
		text, _ := json.Marshal(written(body))
		answer.Body = io.NopCloser(bytes.NewReader(text))
		answer.ContentLength = int64(len(text))
		answer.Header.Set("Content-Length", strconv.Itoa(len(text)))
		return nil
	}
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("LAB_PORT"), proxy))
}
