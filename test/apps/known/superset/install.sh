set -e
python3 -m venv venv
venv/bin/pip install --quiet --no-deps -r requirements.txt
# The tables of its database, once.
export PATH="$PWD/venv/bin:$PATH" SUPERSET_HOME="$PWD" SUPERSET_SECRET_KEY=prepared FLASK_APP=superset
superset db upgrade && superset init
