set -e
python3 -m venv venv
venv/bin/pip install --quiet --no-deps -r requirements.txt
# The tables of its database, once.
export PATH="$PWD/venv/bin:$PATH" AIRFLOW_HOME="$PWD" AIRFLOW__CORE__LOAD_EXAMPLES=False
export AIRFLOW__CORE__AUTH_MANAGER=airflow.providers.fab.auth_manager.fab_auth_manager.FabAuthManager
airflow db migrate
