/** A path of a picture in the theme, which `portico serve` does not serve, is reported at the start. */
import { emptyFolder } from '../examples/process.ts'
import { freePort } from '../support/free-port.ts'

const DATA = 'data:image/svg+xml;base64,PHN2Zy8+'

it('names each setting with a path, and how to fix it; a data: URL needs no server', async () => {
  const port = String(await freePort())
  const theme = { logo: '/logo.svg', favicon: DATA }
  const entra = { id: 'entra', name: 'Entra', issuer: 'https://entra.example', icon: '/entra.svg' }
  const upstreams = [{ ...entra, client_id: 'portico', client_secret: 'a secret of the provider' }]
  const run = emptyFolder().run(
    'lib/cli/main.js',
    {
      PORT: port,
      PORTICO_DATA: ':memory:',
      LOG_LEVEL: 'warn',
      PORTICO_CONFIG: JSON.stringify({ theme, login: { upstreams } }),
    },
    ['serve'],
  )
  await run.says(/icon of the connector entra is \/entra\.svg, which Portico does not serve/)
  const [line = ''] = await run.says(/^.*picture-missing.*$/m)
  expect(JSON.parse(line)).toMatchObject({
    msg: 'theme.logo is /logo.svg, which Portico does not serve',
    fix: 'Use a data: URL, or let your app or proxy serve this path.',
  })
  expect(run.output()).not.toContain('theme.favicon')
})
