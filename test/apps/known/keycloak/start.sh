set -e
export PATH="$APP/keycloak/bin:$PATH" JAVA_TOOL_OPTIONS="-Duser.home=$PWD"
cp "$APP/database.mv.db" .
export KC_DB_URL="jdbc:h2:file:$PWD/database;NON_KEYWORDS=VALUE" KC_CACHE=local
export KC_HTTP_ENABLED=true KC_HTTP_HOST=127.0.0.1 KC_HTTP_PORT="$SERVER_PORT" KC_HOSTNAME_STRICT=false
kc.sh start --optimized &
until node -e 'fetch(`http://127.0.0.1:${process.env.SERVER_PORT}/`).catch(() => process.exit(1))'; do
  kill -0 $!
  sleep 0.2
done
kcadm.sh config credentials --server "http://127.0.0.1:$SERVER_PORT" --realm master --user admin --password prepared
sh 'a shell, after kcadm.sh config credentials'
# The app is ready when the commands of the block have run.
exec node -e 'require("node:net").createServer((browser) => {
  const server = require("node:net").connect(process.env.SERVER_PORT, "127.0.0.1")
  browser.on("error", () => server.destroy()).pipe(server).on("error", () => browser.destroy()).pipe(browser)
}).listen(process.env.PORT, "127.0.0.1")'
