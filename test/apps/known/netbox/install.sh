set -e
. ../../../test/apps/known/python.sh
"$python" -m venv venv
venv/bin/pip install --quiet --no-deps -r requirements.txt
# The tables of its database, once.
mkdir -p conf && touch conf/__init__.py && cp server.py conf/configuration.py
NETBOX_ROOT="$PWD" venv/bin/netbox migrate --verbosity 0
pg_dump -h 127.0.0.1 -p "$POSTGRES_PORT" -U portico -f database.sql postgres
