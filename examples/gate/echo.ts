/** An app without sign-in: it trusts its proxy's headers, and shows the request. */
import { createServer, type RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** @param clientId of the app, for the sign-out form */
export function echoApp(clientId: string): RequestListener {
  return (req, res) => {
    // Headers are bytes, and names are UTF-8.
    const read = (value: string): string => Buffer.from(value, 'latin1').toString()
    const sent = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value) => `${name}: ${read(value)}`),
    )
    const user = read(String(req.headers['remote-user'] ?? ''))
    if (req.headers.accept?.includes('application/json')) {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ user, sent }))
      return
    }
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.end(`<!doctype html><html lang="en"><title>Echo</title>
<h1>Hello, ${escape(user)}</h1>
<p>You asked for <code>${escape(req.url ?? '')}</code>. The app was sent:</p>
<pre>${escape(sent.join('\n'))}</pre>
<form method="post" action="/.portico/${clientId}/sign-out"><button>Sign out</button></form></html>
`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , clientId = 'wiki'] = process.argv
  const port = Number(process.env['PORT'] ?? 8080)
  // On this machine only: a client that bypasses the proxy can claim to be any user.
  createServer(echoApp(clientId)).listen(port, '127.0.0.1', () =>
    console.log(`The app is at http://127.0.0.1:${port}/`),
  )
}
