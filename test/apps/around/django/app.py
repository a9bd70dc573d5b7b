# An app of Django around the block: who is signed in, signing out.
import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path

INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
# What the block adds to the settings of a project.
exec(compile(open("settings.py").read(), "settings.py", "exec"))
CONTEXT = ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth"]
settings.configure(
    **{name: value for name, value in dict(globals()).items() if name.isupper() and name != "CONTEXT"},
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}},
    LOGIN_REDIRECT_URL="/",
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.environ["OIDC_CLIENT_SECRET"],
    SOCIALACCOUNT_LOGIN_ON_GET=True,
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": CONTEXT}}],
)


def home(request):
    if not request.user.is_authenticated:
        return HttpResponse(status=302, headers={"Location": "/accounts/oidc/sso/login/"})
    name = request.user.get_full_name() or request.user.username
    hidden = f"<input type=hidden name=csrfmiddlewaretoken value={get_token(request)}>"
    return HttpResponse(f"Hello {name}<form action=/sign-out/ method=post>{hidden}<button>Sign out</button></form>")


if __name__ == "__main__":
    import django

    sys.modules["app"] = sys.modules["__main__"]
    settings.ROOT_URLCONF = "app"
    django.setup()
    import sso

    urlpatterns = [
        path("", home),
        path("signed-out", lambda request: HttpResponse("Signed out")),
        path("accounts/", include("allauth.urls")),
        path("sign-out/", sso.sign_out),
    ]
    execute_from_command_line(["app", "migrate", "-v", "0"])
    execute_from_command_line(["app", "runserver", "--noreload", f"127.0.0.1:{os.environ['PORT']}"])
