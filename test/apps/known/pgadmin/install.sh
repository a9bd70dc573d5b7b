set -e
python3 -m venv venv
venv/bin/pip install --quiet --no-deps -r requirements.txt
