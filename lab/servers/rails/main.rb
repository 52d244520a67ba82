require 'bigdecimal'
require 'net/http'
require 'webrick'
require 'active_support'
require 'active_support/json'
require 'active_support/time'

BACKEND = ENV['LAB_BACKEND_PORT']
VARIANT = ENV['LAB_VARIANT']
HOP = %w[connection content-length expect host keep-alive transfer-encoding upgrade].freeze

def of_rails(value)
  case value
  when Hash then value.transform_values { |one| of_rails(one) }
  when Array then value.map { |one| of_rails(one) }
  when /\A\d{4}-\d\d-\d\dT[\d:.]+Z\z/ then Time.iso8601(value).utc
  when /\A\d+\.\d\d\z/ then VARIANT == 'decimals' ? BigDecimal(value) : value
  else value
  end
end

class PassOn < WEBrick::HTTPServlet::AbstractServlet
  def service(request, response)
    headers = request.to_enum(:each).reject { |name, _| HOP.include?(name.downcase) }.to_h
    sent = request.body
    onward = Net::HTTPGenericRequest.new(request.request_method, !sent.nil?, true, request.unparsed_uri, headers.merge('accept-encoding' => 'identity'))
    onward.body = sent
    answer = Net::HTTP.start('127.0.0.1', BACKEND) { |http| http.request(onward) }
    answer.each_header { |name, value| response[name] = value unless HOP.include?(name) }
    response.status = answer.code.to_i
    response.body = answer.body.to_s
    return unless answer['content-type'].to_s.include?('json') && !response.body.empty?

    response.body = ActiveSupport::JSON.encode(of_rails(ActiveSupport::JSON.decode(response.body)))
  end
end

silent = WEBrick::Log.new(File::NULL)
server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: ENV['LAB_PORT'].to_i, Logger: silent, AccessLog: [])
server.mount('/', PassOn)
server.start
