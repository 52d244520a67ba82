require 'json'
require 'openssl'
require 'rack'
require 'rack/handler/webrick'

def genuine?(header, body)
  found = /\At=(\d+),v1=(\h{64})\z/.match(header.to_s)
  return false if found.nil? || (Time.now.to_i - found[1].to_i).abs > 300
  expected = OpenSSL::HMAC.hexdigest('SHA256', ENV['LAB_SECRET'], "#{found[1]}.#{body}")
  Rack::Utils.secure_compare(expected, found[2])
end

hook = lambda do |env|
  body = env['rack.input'].read
  return [401, {}, []] unless genuine?(env['HTTP_X_SERVICE_SIGNATURE'], body)
  JSON.parse(body)
  [204, {}, []]
end
Rack::Handler::WEBrick.run(hook, Host: '127.0.0.1', Port: ENV['LAB_PORT'].to_i, AccessLog: [], Logger: WEBrick::Log.new(File::NULL))
