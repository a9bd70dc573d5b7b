go build -o miniflux miniflux.app/v2
