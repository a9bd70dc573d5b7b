export PATH="$APP/venv/bin:$PATH" SUPERSET_HOME="$PWD" SUPERSET_SECRET_KEY=tested PYTHONPATH="$PWD" FLASK_APP=superset
cp "$APP/superset.db" .
exec superset run -p "$PORT"
