# The generic authenticator as its documentation has it. The browser opens the hub itself, without the proxy of the users'
# servers.
import os

from jupyterhub.proxy import Proxy

ISSUER, PORT = os.environ["ISSUER"], int(os.environ["PORT"])


class NoProxy(Proxy):
    should_start = False

    async def get_all_routes(self):
        return {}

    async def add_route(self, routespec, target, data):
        pass

    async def delete_route(self, routespec):
        pass


c.JupyterHub.proxy_class = NoProxy
c.JupyterHub.hub_port = PORT
c.JupyterHub.default_url = "/hub/home"
c.JupyterHub.bind_url = f"http://localhost:{PORT + 1 if PORT < 65535 else PORT - 1}"
c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.client_id = os.environ["CLIENT_ID"]
c.GenericOAuthenticator.client_secret = os.environ["CLIENT_SECRET"]
c.GenericOAuthenticator.oauth_callback_url = os.environ["REDIRECT_URI"]
c.GenericOAuthenticator.authorize_url = ISSUER + "/authorize"
c.GenericOAuthenticator.token_url = ISSUER + "/token"
c.GenericOAuthenticator.userdata_url = ISSUER + "/userinfo"
c.GenericOAuthenticator.scope = ["openid", "profile", "email"]
c.GenericOAuthenticator.username_claim = "email"
c.GenericOAuthenticator.allow_all = True
# The line of the error page, which a hub has only after its administrator added it.
if "FIXED" in os.environ:
    c.GenericOAuthenticator.extra_authorize_params = {"nonce": "unchecked"}
