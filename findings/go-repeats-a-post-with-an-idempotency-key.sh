#!/usr/bin/env bash
# Go's net/http (go 1.26, default client). The server closes a kept connection just as a POST comes in on it, having read the request.
# Guess: a POST that may have been carried out is never sent again by the client itself; the caller gets the error and decides.
# Seen: with a header Idempotency-Key (or X-Idempotency-Key) the transport sends the POST again on its own, and the caller sees one call;
# without that header it is an error. The value of the header is not looked at.
# Touches: who counts attempts on the client's side, or sends a fixed key with every request through a shared header.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v go > /dev/null || { echo 'go cannot be had'; exit 2; }
cat > main.go <<'GO'
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
)

// The first request of a connection is answered, the second one is read and the connection closed.
func serve(listener net.Listener, posts *int) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer connection.Close()
			reader := bufio.NewReader(connection)
			for n := 1; ; n++ {
				request, err := http.ReadRequest(reader)
				if err != nil {
					return
				}
				io.Copy(io.Discard, request.Body)
				if request.Method == "POST" {
					*posts++
				}
				if n == 2 {
					return
				}
				fmt.Fprint(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
			}
		}()
	}
}

func posts(key string) (int, error) {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	defer listener.Close()
	seen := 0
	go serve(listener, &seen)
	client := http.Client{Transport: &http.Transport{}}
	url := "http://" + listener.Addr().String()
	answer, _ := client.Get(url)
	io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	request, _ := http.NewRequest("POST", url, strings.NewReader("{}"))
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	answer, err := client.Do(request)
	if err == nil {
		answer.Body.Close()
	}
	return seen, err
}

func main() {
	plain, plainErr := posts("")
	keyed, keyedErr := posts("k-1")
	fmt.Printf("without a key: %d POST, error %v\nwith a key:    %d POSTs, error %v\n", plain, plainErr, keyed, keyedErr)
	if plain != 1 || plainErr == nil || keyed != 2 || keyedErr != nil {
		os.Exit(1)
	}
}
GO
go mod init finding > /dev/null 2>&1
go run .
