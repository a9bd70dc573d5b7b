export PATH="$APP/venv/bin:$APP/node_modules/.bin:$PATH" JUPYTERHUB_CRYPT_KEY=tested
cat jupyterhub_config.py > config.py
cat >> config.py <<END
c.JupyterHub.bind_url = 'http://127.0.0.1:$PORT'
c.JupyterHub.hub_port = $HUB_PORT
c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:$PROXY_PORT'
c.JupyterHub.spawner_class = 'simple'
END
exec jupyterhub -f config.py
