import json, os, re
import dotnetcore2
import pythonnet
from aiohttp import ClientSession, web
from clr_loader import get_coreclr
from yarl import URL

RUNTIME = {
    "tfm": "netcoreapp3.1",
    "framework": {"name": "Microsoft.NETCore.App", "version": "3.1.0"},
    "configProperties": {"System.Globalization.Invariant": True},
}
with open("runtime.json", "w") as file:
    json.dump({"runtimeOptions": RUNTIME}, file)
pythonnet.set_runtime(get_coreclr(runtime_config="runtime.json", dotnet_root=f"{dotnetcore2.__path__[0]}/bin"))
import clr

clr.AddReference("System.Text.Json")
from System import Array, DateTimeOffset, Int64, Object
from System.Collections.Generic import Dictionary
from System.Text.Json import JsonSerializer, JsonSerializerOptions

VARIANT, BACKEND = os.environ["LAB_VARIANT"], os.environ["LAB_BACKEND_PORT"]
OPTIONS = JsonSerializerOptions()
HOP = {"connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding", "upgrade"}


def of_dotnet(value):
    if isinstance(value, dict):
        made = Dictionary[str, Object]()
        for name, one in value.items():
            made[name] = of_dotnet(one)
        return made
    if isinstance(value, list):
        return Array[Object]([of_dotnet(one) for one in value])
    if isinstance(value, int) and not isinstance(value, bool):
        return Int64(value)
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", value):
        instant = DateTimeOffset.Parse(value)
        return instant if VARIANT == "DateTimeOffset" else instant.UtcDateTime
    return value


async def pass_on(request):
    url = URL(f"http://127.0.0.1:{BACKEND}{request.raw_path}", encoded=True)
    headers = [(name, value) for name, value in request.headers.items() if name.lower() not in HOP | {"accept-encoding"}]
    body = await request.read()
    skipped = {"Accept", "Accept-Encoding", "Content-Type", "User-Agent"}
    async with ClientSession(skip_auto_headers=skipped) as http:
        async with http.request(request.method, url, headers=headers, data=body or None, allow_redirects=False) as got:
            body = await got.read()
            if body and "json" in got.headers.get("Content-Type", ""):
                body = JsonSerializer.Serialize[Object](of_dotnet(json.loads(body)), OPTIONS).encode()
            kept = [(name, value) for name, value in got.headers.items() if name.lower() not in HOP]
            return web.Response(status=got.status, headers=kept, body=body)


app = web.Application(client_max_size=64 << 20)
app.router.add_route("*", "/{path:.*}", pass_on)
web.run_app(app, host="127.0.0.1", port=int(os.environ["LAB_PORT"]), print=None)
