# Faraday 1.1 uses DateTime when it tries again, and does not load it.
require 'date'
require 'faraday'
require 'json'
require 'securerandom'

API = ENV['ASSAY_SANDBOX_URL']
HTTP = Faraday.new do |connection|
  connection.response :raise_error
  connection.request :retry, max: 6, interval: 0.1, backoff_factor: 2, retry_statuses: [429, 500, 503]
end

def sign_in
  answer = HTTP.post("#{API}/oauth/token", URI.encode_www_form(grant_type: 'client_credentials')) do |request|
    credentials = ["#{ENV['ASSAY_MAIN_CLIENT_ID']}:#{ENV['ASSAY_MAIN_CLIENT_SECRET']}"].pack('m0')
    request.headers['Authorization'] = "Basic #{credentials}"
    request.headers['Content-Type'] = 'application/x-www-form-urlencoded'
  end
  HTTP.headers['Authorization'] = "Bearer #{JSON.parse(answer.body)['access_token']}"
end

def call(method, url, body = nil, params: nil, headers: {})
  answer = HTTP.run_request(method, url, body && JSON.generate(body), headers) do |request|
    request.headers['Content-Type'] = 'application/json' unless body.nil?
    request.params.update(params) unless params.nil?
  end
  JSON.parse(answer.body)
end

def step(name)
  yield
rescue Faraday::Error => error
  puts "#{name}: #{error.message}"
end

sign_in
puts call(:get, "#{API}/account")['lender']['id']
call(:get, "#{API}/order-types")
key = { 'Idempotency-Key' => SecureRandom.uuid }
created = step('create') { call(:post, "#{API}/orders", JSON.parse(ENV['LAB_DRAFT']), headers: key) }
exit if created.nil?
order = "#{API}/orders/#{created['id']}"
step('read') { call(:get, order) }
step('list') { call(:get, "#{API}/orders", params: { status: %w[new on_hold], per_page: 10 }) }
step('types') { call(:get, "#{API}/order-types", params: { has_adu: true }) }
message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
step('message') { call(:post, "#{order}/messages", message) }
call(:post, "#{API}/sandbox/orders/#{created['id']}/advance", { to_status: 'report_complete' })
document = call(:get, "#{order}/documents")['data'][0]['id']
link = call(:get, "#{API}/documents/#{document}")['download']['url']
puts "#{HTTP.get(link).body.bytesize} bytes"
