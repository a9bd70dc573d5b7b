# A Django project in one file, with one of the packages that sign users in, as its installation guide has it.
import os
import sys

import django
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.urls import include, path

PACKAGE = sys.argv[1]
ISSUER, ID, SECRET = (os.environ[name] for name in ("ISSUER", "CLIENT_ID", "CLIENT_SECRET"))
# The lines of the error pages, which an app has only after its developer added them.
FIXED = "FIXED" in os.environ

PACKAGES = {
    "allauth": {
        "INSTALLED_APPS": [
            "django.contrib.messages",
            "allauth",
            "allauth.account",
            "allauth.socialaccount",
            "allauth.socialaccount.providers.openid_connect",
        ],
        "AUTHENTICATION_BACKENDS": ["allauth.account.auth_backends.AuthenticationBackend"],
        "SOCIALACCOUNT_LOGIN_ON_GET": True,
        "SOCIALACCOUNT_PROVIDERS": {
            "openid_connect": {
                **({"OAUTH_PKCE_ENABLED": True} if FIXED else {}),
                "APPS": [
                    {
                        "provider_id": "sso",
                        "name": "Single sign-on",
                        "client_id": ID,
                        "secret": SECRET,
                        "settings": {
                            "server_url": ISSUER,
                            **({"auth_params": {"nonce": "unchecked"}} if FIXED else {}),
                        },
                    }
                ],
            }
        },
    },
    "mozilla_django_oidc": {
        "INSTALLED_APPS": ["mozilla_django_oidc"],
        "AUTHENTICATION_BACKENDS": ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
        "OIDC_RP_CLIENT_ID": ID,
        "OIDC_RP_CLIENT_SECRET": SECRET,
        "OIDC_OP_AUTHORIZATION_ENDPOINT": ISSUER + "/authorize",
        "OIDC_OP_TOKEN_ENDPOINT": ISSUER + "/token",
        "OIDC_OP_USER_ENDPOINT": ISSUER + "/userinfo",
        **(
            {
                "OIDC_USE_PKCE": True,
                "OIDC_RP_SIGN_ALGO": "ES256",
                "OIDC_OP_JWKS_ENDPOINT": ISSUER + "/jwks",
            }
            if FIXED
            else {}
        ),
    },
    "social_django": {
        "INSTALLED_APPS": ["social_django"],
        "AUTHENTICATION_BACKENDS": ["social_core.backends.open_id_connect.OpenIdConnectAuth"],
        "SOCIAL_AUTH_OIDC_OIDC_ENDPOINT": ISSUER,
        "SOCIAL_AUTH_OIDC_KEY": ID,
        "SOCIAL_AUTH_OIDC_SECRET": SECRET,
        **(
            {"SOCIAL_AUTH_OIDC_USE_PKCE": True, "SOCIAL_AUTH_OIDC_JWT_ALGORITHMS": ["ES256"]}
            if FIXED
            else {}
        ),
    },
}[PACKAGE]

settings.configure(
    DEBUG=True,
    SECRET_KEY="a secret of the app",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}},
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        *(["allauth.account.middleware.AccountMiddleware"] if PACKAGE == "allauth" else []),
    ],
    LOGIN_REDIRECT_URL="/",
    LOGOUT_REDIRECT_URL="/",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    **{
        **PACKAGES,
        "INSTALLED_APPS": [
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            *PACKAGES["INSTALLED_APPS"],
        ],
    },
)
django.setup()


def home(request):
    if request.user.is_authenticated:
        return HttpResponse("Hello " + request.user.email)
    return HttpResponse('<form method="post" action="/login/oidc/"><button>Sign in</button></form>')


ROOTS = {"allauth": "accounts/", "mozilla_django_oidc": "oidc/", "social_django": ""}
urlpatterns = [path("", home), path(ROOTS[PACKAGE], include(f"{PACKAGE}.urls"))]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    call_command("runserver", os.environ["PORT"], use_reloader=False)
