export PATH="$APP/venv/bin:$PATH" AIRFLOW_HOME="$PWD" AIRFLOW__CORE__LOAD_EXAMPLES=False
export AIRFLOW__CORE__AUTH_MANAGER=airflow.providers.fab.auth_manager.fab_auth_manager.FabAuthManager
export AIRFLOW__API_AUTH__JWT_SECRET=tested-tested-tested-tested-tested-tested-tested-tested-tested-tested
cp "$APP/airflow.db" .
exec airflow api-server --host 127.0.0.1 --port "$PORT" --workers 1
