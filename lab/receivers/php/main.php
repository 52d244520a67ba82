<?php
function is_genuine(?string $header, string $body): bool
{
    if (!preg_match('/^t=(\d+),v1=([0-9a-f]{64})$/D', $header ?? '', $found)) return false;
    if (abs(time() - (int) $found[1]) > 300) return false;
    return hash_equals(hash_hmac('sha256', "{$found[1]}.$body", getenv('LAB_SECRET')), $found[2]);
}

$body = file_get_contents('php://input');
if (!is_genuine($_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, $body)) {
    http_response_code(401);
    return;
}
json_decode($body, true, 512, JSON_THROW_ON_ERROR);
http_response_code(204);
