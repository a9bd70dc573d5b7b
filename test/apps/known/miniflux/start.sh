export LISTEN_ADDR="127.0.0.1:$PORT" RUN_MIGRATIONS=1 DISABLE_SCHEDULER_SERVICE=1
export DATABASE_URL="postgres://portico@127.0.0.1:$POSTGRES_PORT/postgres?sslmode=disable"
exec "$APP/miniflux"
