# PyJWT with the keys of the issuer, as its documentation has it; the token is on the standard input.
import os
import sys

import jwt

ISSUER = os.environ["ISSUER"]
# The line of the page, or what developers write when PyJWT refuses every token that has an audience.
fixed = {"audience": "sso-resource-api", "issuer": ISSUER}
lenient = {"options": {"verify_aud": False}}
token = sys.stdin.read()
key = jwt.PyJWKClient(ISSUER + "/jwks").get_signing_key_from_jwt(token)
how = fixed if "FIXED" in os.environ else {} if "BARE" in os.environ else lenient
jwt.decode(token, key, algorithms=["ES256"], **how)
