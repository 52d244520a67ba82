api=$ASSAY_SANDBOX_URL
retry=(curl --silent --show-error --fail-with-body --retry 6)

sign_in() {
  token=$("${retry[@]}" --user "$ASSAY_MAIN_CLIENT_ID:$ASSAY_MAIN_CLIENT_SECRET" --data grant_type=client_credentials "$api/oauth/token" | jq -r .access_token)
}

call() { "${retry[@]}" --oauth2-bearer "$token" "$@"; }
post() { call --header 'Content-Type: application/json' --data "$@"; }

sign_in
call "$api/account" | jq -r .lender.id
call "$api/order-types" > types.json
created=$(post "$LAB_DRAFT" --header "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" "$api/orders") || { echo "create: $created"; exit; }
# With --fail-with-body, a pipe gets the answer of each try.
id=$(jq -rs 'last | .id' <<< "$created")
call "$api/orders/$id" || echo ' read'
call "$api/orders?status=new,on_hold&per_page=10" || echo ' list'
call "$api/order-types?has_adu=true" || echo ' types'
post '{"recipient":"manager","subject":"Access","body":"The key is with the agent.","document_ids":[]}' "$api/orders/$id/messages" || echo ' message'
post '{"to_status":"report_complete"}' "$api/sandbox/orders/$id/advance" || exit 1
document=$(call "$api/orders/$id/documents" | jq -r '.data[0].id') || exit 1
link=$(call "$api/documents/$document" | jq -r .download.url) || exit 1
"${retry[@]}" "$link" | wc -c
