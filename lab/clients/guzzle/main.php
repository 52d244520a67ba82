<?php
require '/usr/share/php/GuzzleHttp/autoload.php';

use GuzzleHttp\Client;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;

$api = getenv('ASSAY_SANDBOX_URL');

// A decider is needed; the waits are those of the middleware.
$decider = function ($retries, $request, $response = null, $error = null) {
    if ($retries >= 6) return false;
    if ($error instanceof ConnectException) return true;
    return $response !== null && ($response->getStatusCode() === 429 || $response->getStatusCode() >= 500);
};
$stack = HandlerStack::create();
$stack->push(Middleware::retry($decider));
$http = new Client(['handler' => $stack]);

function sign_in(Client $http, string $api): array
{
    $answer = $http->post("$api/oauth/token", [
        'auth' => [getenv('ASSAY_MAIN_CLIENT_ID'), getenv('ASSAY_MAIN_CLIENT_SECRET')],
        'form_params' => ['grant_type' => 'client_credentials'],
    ]);
    return ['Authorization' => 'Bearer ' . json_decode($answer->getBody())->access_token];
}

$token = sign_in($http, $api);

function call(string $method, string $url, array $given = []): ?object
{
    global $http, $token;
    $answer = $http->request($method, $url, ['headers' => $token + ($given['headers'] ?? [])] + $given);
    return json_decode($answer->getBody());
}

function step(string $name, callable $action): ?object
{
    try {
        return $action();
    } catch (GuzzleException $error) {
        echo "$name: {$error->getMessage()}\n";
        return null;
    }
}

echo call('GET', "$api/account")->lender->id, "\n";
call('GET', "$api/order-types");
$draft = ['json' => json_decode(getenv('LAB_DRAFT')), 'headers' => ['Idempotency-Key' => bin2hex(random_bytes(16))]];
$created = step('create', fn () => call('POST', "$api/orders", $draft));
if ($created === null) exit;
$order = "$api/orders/{$created->id}";
step('read', fn () => call('GET', $order));
step('list', fn () => call('GET', "$api/orders", ['query' => ['status' => ['new', 'on_hold'], 'per_page' => 10]]));
step('types', fn () => call('GET', "$api/order-types", ['query' => ['has_adu' => true]]));
$message = ['recipient' => 'manager', 'subject' => 'Access', 'body' => 'The key is with the agent.', 'document_ids' => []];
step('message', fn () => call('POST', "$order/messages", ['json' => $message]));
call('POST', "$api/sandbox/orders/{$created->id}/advance", ['json' => ['to_status' => 'report_complete']]);
$document = call('GET', "$order/documents")->data[0]->id;
$link = call('GET', "$api/documents/$document")->download->url;
echo strlen($http->get($link, ['headers' => $token])->getBody()), " bytes\n";
