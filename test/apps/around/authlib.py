# An app of Flask around the block: who is signed in, refreshing, signing out.
import os

from flask import Flask, redirect, session
from sso import sso

app = Flask(__name__)
tokens = {}


def keep(token):
    tokens[session["user"]["sub"]] = token


client = sso(app, keep)


@app.errorhandler(Exception)
def failed(error):
    return f"{getattr(error, 'error', type(error).__name__)}: {getattr(error, 'description', error)}", 500


@app.get("/ready-yet")
@app.get("/signed-out")
def signed_out():
    return "Signed out"


@app.get("/")
def home():
    if "user" not in session:
        return redirect("/sign-in")
    return f"Hello {session['user']['name']}<form action=/sign-out method=post><button>Sign out</button></form>"


@app.get("/refresh")
def refresh():
    before = tokens[session["user"]["sub"]]
    keep(client.fetch_access_token(grant_type="refresh_token", refresh_token=before["refresh_token"]))
    after = tokens[session["user"]["sub"]]
    fresh = all(after[name] != before[name] for name in ["access_token", "refresh_token"])
    return "Refreshed" if fresh else "The same tokens"


app.run(port=int(os.environ["PORT"]))
