cat > base.yaml <<END
server_name: example.com
public_baseurl: http://127.0.0.1:$PORT/
report_stats: false
macaroon_secret_key: tested
signing_key_path: signing.key
media_store_path: media
trusted_key_servers: []
database: { name: sqlite3, args: { database: "homeserver.db" } }
listeners:
  - { port: $PORT, bind_addresses: ["127.0.0.1"], type: http, resources: [{ names: [client] }] }
END
python="$APP/venv/bin/python"
"$python" -m synapse.app.homeserver -c base.yaml -c homeserver.yaml --generate-keys
exec "$python" -m synapse.app.homeserver -c base.yaml -c homeserver.yaml
