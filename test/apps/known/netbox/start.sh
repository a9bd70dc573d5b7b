set -e
export NETBOX_ROOT="$PWD"
mkdir conf && touch conf/__init__.py && cat server.py configuration.py > conf/configuration.py
psql -q -h 127.0.0.1 -p "$POSTGRES_PORT" -U portico -f "$APP/database.sql" postgres > /dev/null
exec "$APP/venv/bin/netbox" runserver --noreload --insecure "127.0.0.1:$PORT"
