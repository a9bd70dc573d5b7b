export PATH="$APP/venv/bin:$PATH" MLFLOW_BACKEND_STORE_URI=sqlite:///mlflow.db
cp "$APP/mlflow.db" .
# A role of the user.
export OIDC_GROUP_NAME=reader
exec mlflow server --app-name oidc-auth --host 127.0.0.1 --port "$PORT" --workers 1
