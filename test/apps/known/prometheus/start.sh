echo 'scrape_configs: []' > prometheus.yml
exec prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address="127.0.0.1:$PORT"
