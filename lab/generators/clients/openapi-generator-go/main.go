package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"lab/appraisal"
)

const pdf = "%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"

func same(found, wanted any) {
	if found != wanted {
		panic(fmt.Sprintf("%v instead of %v", found, wanted))
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func step(name string, do func()) {
	defer func() {
		if problem := recover(); problem != nil {
			fmt.Println("failed", name, problem)
		}
	}()
	do()
	fmt.Println("ok", name)
}

func main() {
	ctx := context.Background()
	configuration := appraisal.NewConfiguration()
	configuration.Servers = appraisal.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := appraisal.NewAPIClient(configuration)
	var order *appraisal.Order
	var document *appraisal.DocumentSummary

	step("token", func() {
		answer, _, err := client.AuthenticationAPI.RequestToken(ctx).GrantType("client_credentials").
			ClientId(os.Getenv("CLIENT_ID")).ClientSecret(os.Getenv("CLIENT_SECRET")).Execute()
		ctx = context.WithValue(ctx, appraisal.ContextAccessToken, must(answer, err).AccessToken)
	})
	step("place", func() {
		if ctx.Value(appraisal.ContextAccessToken) == nil {
			// Without the generated client, where that cannot get one.
			form := url.Values{"grant_type": {"client_credentials"}, "client_id": {os.Getenv("CLIENT_ID")}, "client_secret": {os.Getenv("CLIENT_SECRET")}}
			reply := must(http.PostForm(os.Getenv("BASE_URL")+"/oauth/token", form))
			var token struct{ Access_token string }
			_ = json.NewDecoder(reply.Body).Decode(&token)
			ctx = context.WithValue(ctx, appraisal.ContextAccessToken, token.Access_token)
		}
		var body appraisal.CreateOrderRequest
		given := `{"order_type_code":"1004","due_date":"` + time.Now().AddDate(0, 0, 20).Format("2006-01-02") + `",
			"loan":{"purpose":"refinance"},"property":{"address":{"postal_code":"78701"},"type":"single_family",
			"occupancy":"primary_residence"},"borrowers":[{"role":"borrower","first_name":"Sam","last_name":"Sample",
			"contacts":[{"type":"phone","role":"cell","value":"+1 512 555 0100"}]}]}`
		if err := json.Unmarshal([]byte(given), &body); err != nil {
			panic(err)
		}
		key := strconv.FormatInt(time.Now().UnixNano(), 36)
		placed, _, err := client.OrdersAPI.CreateOrder(ctx).IdempotencyKey(key).CreateOrderRequest(body).Execute()
		order = must(placed, err)
		same(order.Status.Code, "new")
		same(order.LenderReference.Get() == nil, true)
		same(order.Dates.CompletedAt.Get() == nil, true)
	})
	step("read", func() {
		read, _, err := client.OrdersAPI.GetOrder(ctx, order.Id).Execute()
		same(must(read, err).Id, order.Id)
	})
	list := func(codes ...appraisal.StatusCodeInput) {
		page, _, err := client.OrdersAPI.ListOrders(ctx).Status(codes).PerPage(100).Execute()
		found := false
		for _, one := range must(page, err).Data {
			found = found || one.Id == order.Id
		}
		same(found, true)
	}
	step("list", func() { list("new") })
	step("statuses", func() { list("new", "pending_review") })
	step("upload", func() {
		file := must(os.Create("sales.pdf"))
		_, _ = file.WriteString(pdf)
		_, _ = file.Seek(0, 0)
		stored, _, err := client.DocumentsAPI.UploadDocument(ctx, order.Id).Kind("supporting").File(file).Execute()
		document = must(stored, err)
		same(int(document.SizeBytes), len(pdf))
	})
	step("download", func() {
		detail, _, err := client.DocumentsAPI.GetDocument(ctx, document.Id).Execute()
		link := must(url.Parse(must(detail, err).Download.Url)).Query()
		expires := must(strconv.ParseInt(link.Get("expires"), 10, 64))
		file, _, err := client.DocumentsAPI.DownloadDocument(ctx, document.Id).Expires(expires).Signature(link.Get("signature")).Execute()
		same(string(must(io.ReadAll(must(file, err)))), pdf)
	})
	step("feed", func() {
		seen, after := []string{}, ""
		for {
			call := client.EventsAPI.ListEvents(ctx).PerPage(2).OrderId(order.Id)
			if after != "" {
				call = call.After(after)
			}
			page, _, err := call.Execute()
			for _, one := range must(page, err).Data {
				seen = append(seen, one.Type)
			}
			if page.NextCursor.Get() == nil {
				break
			}
			after = *page.NextCursor.Get()
		}
		same(seen[0], "order.created")
	})
	step("refusal", func() {
		body := appraisal.AdvanceOrderRequest{ToStatus: "off_hold"}
		answer, err := client.SandboxAPI.AdvanceOrder(ctx, order.Id).AdvanceOrderRequest(body).Execute()
		same(err != nil, true)
		same(answer.StatusCode, 409)
		same(err.(*appraisal.GenericOpenAPIError).Model().(appraisal.AdvanceRefusal).Code, "action_not_allowed_in_status")
	})
	step("event", func() {
		var event appraisal.OrderCreatedEvent
		if err := json.Unmarshal(must(os.ReadFile("event.json")), &event); err != nil {
			panic(err)
		}
		same(event.Data.OrderType.ReportFormat, "uad_3_6")
	})
	step("new_field", func() {
		configuration.Servers = appraisal.ServerConfigurations{{URL: os.Getenv("NEW_URL")}}
		read, _, err := client.OrdersAPI.GetOrder(ctx, order.Id).Execute()
		same(must(read, err).OrderType.Code, "1004")
	})
}
