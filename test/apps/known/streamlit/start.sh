mkdir -p .streamlit && cp secrets.toml .streamlit/
exec "$APP/venv/bin/streamlit" run app.py --server.port "$PORT" --server.address 127.0.0.1 --server.headless true
