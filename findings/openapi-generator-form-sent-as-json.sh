#!/usr/bin/env bash
# openapi-generator 7.25.0, python and go. A request body may be a form or JSON, and the parameters of the generated call are those of the form.
# Guess: the form is sent, with the media type of a form.
# Seen: both send no body, as application/json. With the form alone both are right.
# Touches: descriptions of OAuth token endpoints that take both encodings: no token. python has _content_type as a way out, go has none.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=. > /dev/null 2>&1 || { echo 'openapi-generator 7.25.0 cannot be had'; exit 2; }
{ python3 -m venv venv && venv/bin/pip --quiet install pydantic urllib3 python-dateutil typing-extensions; } > /dev/null 2>&1 || { echo 'pydantic cannot be had'; exit 2; }
cat > api.yaml <<'YAML'
openapi: 3.1.0
info: { title: Tokens, version: '1' }
servers: [{ url: 'http://127.0.0.1:1' }]
paths:
  /both:
    post:
      operationId: both
      tags: [tokens]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Id' } }
          application/json: { schema: { $ref: '#/components/schemas/Id' } }
      responses: { '204': { description: Done } }
  /form:
    post:
      operationId: form
      tags: [tokens]
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Id' } } } }
      responses: { '204': { description: Done } }
components:
  schemas:
    Id: { type: object, required: [id], properties: { id: { type: string } } }
YAML
jar() { java -jar openapi-generator-cli-7.25.0.jar generate -i api.yaml -g "$1" -o "$1" "${@:2}" > said.txt 2>&1; }
jar python
cat > server.py <<'PY'
import http.server, sys
class Look(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        print(self.path, self.headers.get("content-type"), repr(body), flush=True)
        self.send_response(204); self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Look)
print(server.server_port, file=open("port", "w"), flush=True)
server.serve_forever()
PY
python3 server.py > seen.txt & server=$!
trap 'kill $server 2> /dev/null; rm -rf "$work"' EXIT
for _ in $(seq 50); do [ -s port ] && break; sleep 0.1; done
cat > try.py <<'PY'
import openapi_client as api
client = api.TokensApi(api.ApiClient(api.Configuration(host=f"http://127.0.0.1:{open('port').read().strip()}")))
client.both(id="a"); client.form(id="a")
PY
PYTHONPATH=python venv/bin/python try.py
if command -v go > /dev/null; then
  jar go --additional-properties=packageName=tokens,withGoMod=false --global-property apis,models,supportingFiles,apiTests=false,modelTests=false
  mkdir -p run/tokens && cp go/*.go run/tokens/
  cat > run/main.go <<'GO'
package main

import ("context"; "os"; "strings"; "lab/tokens")

func main() {
	port, _ := os.ReadFile("port")
	configuration := tokens.NewConfiguration()
	configuration.Servers = tokens.ServerConfigurations{{URL: "http://127.0.0.1:" + strings.TrimSpace(string(port))}}
	api := tokens.NewAPIClient(configuration).TokensAPI
	_, _ = api.Both(context.Background()).Id("a").Execute()
	_, _ = api.Form(context.Background()).Id("a").Execute()
}
GO
  (cd run && printf 'module lab\n\ngo 1.23\n' > go.mod && go mod tidy && go build -o ../main .) > said.txt 2>&1 || { echo 'the Go client does not build'; exit 2; }
  ./main
fi
cat seen.txt
if grep -q "^/form application/x-www-form-urlencoded 'id=a'" seen.txt && grep -q '^/both application/json' seen.txt && ! grep -q '^/both application/x-www' seen.txt; then exit 0; fi
exit 1
