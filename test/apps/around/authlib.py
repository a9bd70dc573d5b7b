# An app of Flask around the block. It keeps its tokens where they belong, on the server.
import os

from flask import Flask, redirect, session
from sso import sso

app = Flask(__name__)
client = sso(app)
tokens = {}


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


app.run(port=int(os.environ["PORT"]))
