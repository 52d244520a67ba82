<?php
require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';

use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\HttpClient\RetryableHttpClient;
use Symfony\Contracts\HttpClient\Exception\ExceptionInterface;

$api = getenv('ASSAY_SANDBOX_URL');
$http = new RetryableHttpClient(HttpClient::create(), null, 6);

function sign_in(): string
{
    global $http, $api;
    $answer = $http->request('POST', "$api/oauth/token", [
        'auth_basic' => [getenv('ASSAY_MAIN_CLIENT_ID'), getenv('ASSAY_MAIN_CLIENT_SECRET')],
        'body' => ['grant_type' => 'client_credentials'],
    ]);
    return $answer->toArray()['access_token'];
}

$token = sign_in();

function call(string $method, string $url, array $given = []): array
{
    global $http, $token;
    $answer = $http->request($method, $url, $given + ['auth_bearer' => $token]);
    return $answer->toArray();
}

function step(string $name, callable $action): ?array
{
    try {
        return $action();
    } catch (ExceptionInterface $error) {
        echo "$name: {$error->getMessage()}\n";
        return null;
    }
}

echo call('GET', "$api/account")['lender']['id'], "\n";
call('GET', "$api/order-types");
$key = ['Idempotency-Key' => bin2hex(random_bytes(16))];
$draft = ['json' => json_decode(getenv('LAB_DRAFT')), 'headers' => $key];
$created = step('create', fn () => call('POST', "$api/orders", $draft));
if ($created === null) exit;
$order = "$api/orders/{$created['id']}";
step('read', fn () => call('GET', $order));
step('list', fn () => call('GET', "$api/orders", ['query' => ['status' => ['new', 'on_hold'], 'per_page' => 10]]));
step('types', fn () => call('GET', "$api/order-types", ['query' => ['has_adu' => true]]));
$message = ['recipient' => 'manager', 'subject' => 'Access', 'body' => 'The key is with the agent.', 'document_ids' => []];
step('message', fn () => call('POST', "$order/messages", ['json' => $message]));
call('POST', "$api/sandbox/orders/{$created['id']}/advance", ['json' => ['to_status' => 'report_complete']]);
$document = call('GET', "$order/documents")['data'][0]['id'];
$link = call('GET', "$api/documents/$document")['download']['url'];
echo strlen($http->request('GET', $link, ['auth_bearer' => $token])->getContent()), " bytes\n";
