package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
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
	ctx, bearer := context.Background(), ""
	client := must(appraisal.NewClientWithResponses(os.Getenv("BASE_URL"), appraisal.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			if bearer != "" {
				request.Header.Set("Authorization", "Bearer "+bearer)
			}
			return nil
		})))
	var order *appraisal.Order
	var document *appraisal.DocumentSummary

	step("token", func() {
		secret := os.Getenv("CLIENT_SECRET")
		answer := must(client.RequestTokenWithResponse(ctx, appraisal.TokenJsonRequest{
			GrantType: "client_credentials", ClientId: os.Getenv("CLIENT_ID"), ClientSecret: &secret}))
		bearer = answer.JSON200.AccessToken
	})
	step("place", func() {
		var body appraisal.CreateOrderRequest
		given := `{"order_type_code":"1004","due_date":"` + time.Now().AddDate(0, 0, 20).Format("2006-01-02") + `",
			"loan":{"purpose":"refinance"},"property":{"address":{"postal_code":"78701"},"type":"single_family",
			"occupancy":"primary_residence"},"borrowers":[{"role":"borrower","first_name":"Sam","last_name":"Sample",
			"contacts":[{"type":"phone","role":"cell","value":"+1 512 555 0100"}]}]}`
		if err := json.Unmarshal([]byte(given), &body); err != nil {
			panic(err)
		}
		key := strconv.FormatInt(time.Now().UnixNano(), 36)
		order = must(client.CreateOrderWithResponse(ctx, &appraisal.CreateOrderParams{IdempotencyKey: key}, body)).JSON201
		same(order.Status.Code, "new")
		same(order.LenderReference == nil, true)
		same(order.Dates.CompletedAt == nil, true)
	})
	step("read", func() {
		answer := must(client.GetOrderWithResponse(ctx, order.Id))
		same(answer.StatusCode(), 200)
		var read appraisal.Order
		if err := json.Unmarshal(answer.Body, &read); err != nil {
			panic(err)
		}
		same(read.Id, order.Id)
	})
	list := func(codes ...appraisal.StatusCodeInput) {
		perPage := 100
		answer := must(client.ListOrdersWithResponse(ctx, &appraisal.ListOrdersParams{Status: &codes, PerPage: &perPage}))
		var page appraisal.OrderList
		if err := json.Unmarshal(answer.Body, &page); err != nil {
			panic(err)
		}
		found := false
		for _, one := range page.Data {
			found = found || one.Id == order.Id
		}
		same(found, true)
	}
	step("list", func() { list("new") })
	step("statuses", func() { list("new", "pending_review") })
	step("upload", func() {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		_ = form.WriteField("kind", "supporting")
		head := textproto.MIMEHeader{}
		head.Set("Content-Disposition", `form-data; name="file"; filename="sales.pdf"`)
		head.Set("Content-Type", "application/pdf")
		part := must(form.CreatePart(head))
		_, _ = part.Write([]byte(pdf))
		form.Close()
		answer := must(client.UploadDocumentWithBodyWithResponse(ctx, order.Id, form.FormDataContentType(), &body))
		document = answer.JSON2XX
		same(document.SizeBytes, len(pdf))
	})
	step("download", func() {
		detail := must(client.GetDocumentWithResponse(ctx, document.Id)).JSON2XX
		link := must(url.Parse(detail.Download.Url)).Query()
		expires := must(strconv.ParseInt(link.Get("expires"), 10, 64))
		params := appraisal.DownloadDocumentParams{Expires: expires, Signature: link.Get("signature")}
		same(string(must(client.DownloadDocumentWithResponse(ctx, document.Id, &params)).Body), pdf)
	})
	step("feed", func() {
		perPage, seen := 2, []string{}
		params := appraisal.ListEventsParams{PerPage: &perPage, OrderId: &order.Id}
		for {
			page := must(client.ListEventsWithResponse(ctx, &params)).JSON2XX
			for _, one := range page.Data {
				seen = append(seen, one.Type)
			}
			if page.NextCursor == nil {
				break
			}
			params.After = page.NextCursor
		}
		same(seen[0], "order.created")
	})
	step("refusal", func() {
		answer := must(client.AdvanceOrderWithResponse(ctx, order.Id, appraisal.AdvanceOrderRequest{ToStatus: "off_hold"}))
		same(answer.StatusCode(), 409)
		same(answer.JSON409.Code, "action_not_allowed_in_status")
	})
	step("event", func() {
		var event appraisal.OrderCreatedEvent
		if err := json.Unmarshal(must(os.ReadFile("event.json")), &event); err != nil {
			panic(err)
		}
		same(event.Data.OrderType.ReportFormat, "uad_3_6")
	})
	step("new_field", func() {
		client.ClientInterface.(*appraisal.Client).Server = os.Getenv("NEW_URL") + "/"
		var read appraisal.Order
		if err := json.Unmarshal(must(client.GetOrderWithResponse(ctx, order.Id)).Body, &read); err != nil {
			panic(err)
		}
		same(read.OrderType.Code, "1004")
	})
}
