package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"time"
)

var form = regexp.MustCompile(`^t=(\d+),v1=([0-9a-f]{64})$`)

func isGenuine(header string, body []byte) bool {
	found := form.FindStringSubmatch(header)
	if found == nil {
		return false
	}
	t, err := strconv.ParseInt(found[1], 10, 64)
	if err != nil || time.Since(time.Unix(t, 0)).Abs() > 5*time.Minute {
		return false
	}
	hash := hmac.New(sha256.New, []byte(os.Getenv("LAB_SECRET")))
	hash.Write([]byte(found[1] + "."))
	hash.Write(body)
	given, _ := hex.DecodeString(found[2])
	return hmac.Equal(hash.Sum(nil), given)
}

func main() {
	http.HandleFunc("POST /hooks", func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || !isGenuine(request.Header.Get("X-Service-Signature"), body) {
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
