package main

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
)

func main() {
	backend, _ := url.Parse("http://127.0.0.1:" + os.Getenv("LAB_BACKEND_PORT"))
	address := "127.0.0.1:" + os.Getenv("LAB_PORT")
	if os.Getenv("LAB_VARIANT") == "default" {
		panic(http.ListenAndServe(address, httputil.NewSingleHostReverseProxy(backend)))
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(request *httputil.ProxyRequest) {
		request.SetURL(backend)
		request.SetXForwarded()
		request.Out.Host = request.In.Host
	}}
	panic(http.ListenAndServeTLS(address, os.Getenv("LAB_CERT"), os.Getenv("LAB_KEY"), proxy))
}
