# The Flask integration as its documentation has it: discovery, scopes, and the two routes.
import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for

app = Flask(__name__)
app.secret_key = "a secret of the app"
oauth = OAuth(app)
oauth.register(
    name="sso",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", **({"code_challenge_method": "S256"} if "FIXED" in os.environ else {})},
)


@app.route("/login")
def login():
    return oauth.sso.authorize_redirect(url_for("callback", _external=True))


@app.route("/callback")
def callback():
    token = oauth.sso.authorize_access_token()
    session["user"] = token["userinfo"]
    return redirect("/")


@app.route("/")
def home():
    return f"Hello {session.get('user')}"


app.run(port=int(os.environ["PORT"]))
