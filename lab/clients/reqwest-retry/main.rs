use reqwest_middleware::{ClientBuilder, ClientWithMiddleware, RequestBuilder};
use reqwest_retry::{policies::ExponentialBackoff, RetryTransientMiddleware};
use serde_json::{json, Value};
use std::env::var;

async fn call(request: RequestBuilder) -> Result<Value, Box<dyn std::error::Error>> {
    let answer = request.send().await?.error_for_status()?;
    Ok(serde_json::from_str(&answer.text().await?)?)
}

async fn step(name: &str, request: RequestBuilder) -> Option<Value> {
    call(request).await.map_err(|error| println!("{name}: {error}")).ok()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let api = var("ASSAY_SANDBOX_URL")?;
    let policy = ExponentialBackoff::builder().build_with_max_retries(6);
    let retrying = |client: reqwest::Client| -> ClientWithMiddleware {
        ClientBuilder::new(client).with(RetryTransientMiddleware::new_with_policy(policy)).build()
    };
    let sign_in = retrying(reqwest::Client::new())
        .post(format!("{api}/oauth/token"))
        .basic_auth(var("ASSAY_MAIN_CLIENT_ID")?, Some(var("ASSAY_MAIN_CLIENT_SECRET")?))
        .form(&[("grant_type", "client_credentials")]);
    let token = call(sign_in).await?["access_token"].as_str().unwrap().to_string();
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {token}").parse()?);
    let http = retrying(reqwest::Client::builder().default_headers(headers).build()?);
    println!("{}", call(http.get(format!("{api}/account"))).await?["lender"]);
    call(http.get(format!("{api}/order-types"))).await?;
    let draft: Value = serde_json::from_str(&var("LAB_DRAFT")?)?;
    let create = http.post(format!("{api}/orders")).header("Idempotency-Key", uuid::Uuid::new_v4().to_string()).json(&draft);
    let Some(created) = step("create", create).await else { return Ok(()) };
    let id = created["id"].as_str().unwrap();
    let order = format!("{api}/orders/{id}");
    step("read", http.get(&order)).await;
    let list = [("status", "new"), ("status", "on_hold"), ("per_page", "10")];
    step("list", http.get(format!("{api}/orders")).query(&list)).await;
    step("types", http.get(format!("{api}/order-types")).query(&[("has_adu", true)])).await;
    let message = json!({ "recipient": "manager", "subject": "Access", "body": "The key is with the agent.", "document_ids": [] });
    step("message", http.post(format!("{order}/messages")).json(&message)).await;
    call(http.post(format!("{api}/sandbox/orders/{id}/advance")).json(&json!({ "to_status": "report_complete" }))).await?;
    let documents = call(http.get(format!("{order}/documents"))).await?;
    let document = documents["data"][0]["id"].as_str().unwrap();
    let detail = call(http.get(format!("{api}/documents/{document}"))).await?;
    let file = http.get(detail["download"]["url"].as_str().unwrap()).send().await?.bytes().await?;
    println!("{} bytes", file.len());
    Ok(())
}
