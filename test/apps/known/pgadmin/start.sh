mkdir settings && cat config_local.py server.py > settings/config_local.py
export PYTHONPATH="$PWD/settings" PGADMIN_SETUP_EMAIL=admin@example.com PGADMIN_SETUP_PASSWORD=correct-horse-battery
exec "$APP"/venv/bin/python "$APP"/venv/lib/python3*/site-packages/pgadmin4/pgAdmin4.py
