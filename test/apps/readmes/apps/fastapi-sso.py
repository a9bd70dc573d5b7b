# A generic provider as its documentation has it: a context around each of the two routes.
import os
import secrets

import uvicorn
from fastapi import FastAPI, Request
from fastapi_sso.sso.base import OpenID
from fastapi_sso.sso.generic import create_provider

ISSUER = os.environ["ISSUER"]
# The lines of the error pages, which an app has only after its developer added them.
FIXED = "FIXED" in os.environ

SSOProvider = create_provider(
    name="sso",
    default_scope=["openid", "profile", "email"],
    discovery_document={
        "authorization_endpoint": ISSUER + "/authorize",
        "token_endpoint": ISSUER + "/token",
        "userinfo_endpoint": ISSUER + "/userinfo",
    },
    response_convertor=lambda user, _: OpenID(id=user["sub"], display_name=user["name"]),
)
if FIXED:
    SSOProvider.uses_pkce = True
app = FastAPI()
sso = SSOProvider(
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    redirect_uri=os.environ["REDIRECT_URI"],
    allow_insecure_http=True,
)


@app.get("/login")
async def login():
    async with sso:
        more = {"params": {"nonce": secrets.token_urlsafe()}} if FIXED else {}
        return await sso.get_login_redirect(**more)


@app.get("/callback")
async def callback(request: Request):
    async with sso:
        user = await sso.verify_and_process(request)
    return "Hello " + user.display_name


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]))
