# The web application flow of its documentation in Flask: two routes, a session for each.
import os
import secrets

from flask import Flask, redirect, request, session
from requests_oauthlib import OAuth2Session

ISSUER = os.environ["ISSUER"]
# The lines of the error pages, which an app has only after its developer added them.
FIXED = "FIXED" in os.environ
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
app = Flask(__name__)
app.secret_key = "a secret of the app"


def sso(**options):
    return OAuth2Session(
        os.environ["CLIENT_ID"],
        redirect_uri=os.environ["REDIRECT_URI"],
        scope=["openid", "profile", "email"],
        **options,
    )


@app.route("/login")
def login():
    client = sso(pkce="S256") if FIXED else sso()
    more = {"nonce": secrets.token_urlsafe()} if FIXED else {}
    url, session["state"] = client.authorization_url(ISSUER + "/authorize", **more)
    if FIXED:
        session["verifier"] = client._code_verifier
    return redirect(url)


@app.route("/callback")
def callback():
    client = sso(state=session["state"])
    more = {"code_verifier": session["verifier"]} if FIXED else {}
    client.fetch_token(
        ISSUER + "/token",
        client_secret=os.environ["CLIENT_SECRET"],
        authorization_response=request.url,
        **more,
    )
    return "Hello " + client.get(ISSUER + "/userinfo").json()["name"]


app.run(port=int(os.environ["PORT"]))
