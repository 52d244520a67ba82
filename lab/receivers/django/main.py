import hmac, json, os, re, time
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="none", ALLOWED_HOSTS=["127.0.0.1"])


def is_genuine(header, body):
    found = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", header or "")
    if found is None or abs(time.time() - int(found[1])) > 300:
        return False
    expected = hmac.new(os.environ["LAB_SECRET"].encode(), found[1].encode() + b"." + body, "sha256").hexdigest()
    return hmac.compare_digest(expected, found[2])


@csrf_exempt
def hook(request):
    if not is_genuine(request.headers.get("X-Service-Signature"), request.body):
        return HttpResponse(status=401)
    json.loads(request.body)
    return HttpResponse(status=204)


urlpatterns = [path("hooks", hook)]
execute_from_command_line(["lab", "runserver", "--noreload", f"127.0.0.1:{os.environ['LAB_PORT']}"])
