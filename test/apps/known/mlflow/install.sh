set -e
. ../../../test/apps/known/python.sh
"$python" -m venv venv
venv/bin/pip install --quiet --no-deps -r requirements.txt
# The tables of its database, once.
venv/bin/mlflow db upgrade sqlite:///mlflow.db
