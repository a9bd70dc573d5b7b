# The OAuth providers of its documentation, with discovery.
import os

from flask import Flask
from flask_appbuilder import AppBuilder, BaseView, expose
from flask_appbuilder.models.sqla.base import SQLA
from flask_appbuilder.security.manager import AUTH_OAUTH
from flask_appbuilder.security.sqla.manager import SecurityManager
from flask_login import current_user

# The lines of the error pages, which an app has only after its developer added them.
FIXED = {"code_challenge_method": "S256"} if "FIXED" in os.environ else {}
app = Flask(__name__)
app.config.update(
    SECRET_KEY="a secret of the app",
    SQLALCHEMY_DATABASE_URI="sqlite:///app.db",
    AUTH_TYPE=AUTH_OAUTH,
    AUTH_USER_REGISTRATION=True,
    AUTH_USER_REGISTRATION_ROLE="Public",
    OAUTH_PROVIDERS=[
        {
            "name": "sso",
            "icon": "fa-key",
            "token_key": "access_token",
            "remote_app": {
                "client_id": os.environ["CLIENT_ID"],
                "client_secret": os.environ["CLIENT_SECRET"],
                "server_metadata_url": os.environ["ISSUER"] + "/.well-known/openid-configuration",
                "client_kwargs": {"scope": "openid profile email", **FIXED},
            },
        }
    ],
)


class Users(SecurityManager):
    def get_oauth_user_info(self, provider, response):
        user = response["userinfo"] | self.oauth_remotes[provider].userinfo(token=response)
        return {"username": user["sub"], "email": user["email"], "first_name": user["name"], "last_name": ""}


class Home(BaseView):
    route_base = "/hello"

    @expose("/")
    def hello(self):
        return f"Hello {current_user.first_name}" if current_user.is_authenticated else "Hello"


db = SQLA(app)
with app.app_context():
    builder = AppBuilder(app, db.session, security_manager_class=Users)
    builder.add_view_no_menu(Home())
app.run(port=int(os.environ["PORT"]))
