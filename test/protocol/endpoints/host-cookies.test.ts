/** The session of a host sets its cookie on no response that caches share (D-G11). */
import { ServerResponse } from 'node:http'
import { PUB } from '../../support/fixtures.ts'
import { sharedIdp, startIdp } from '../../support/idp.ts'

const SPA = 'https://spa.example'
type SetHeader = ServerResponse['setHeader']
/** A host keeps the cookies that stand there already. */
const setCookie = (res: ServerResponse, setHeader: SetHeader = res.setHeader): void =>
  void setHeader.call(res, 'Set-Cookie', [res.getHeader('Set-Cookie') ?? []].flat().map(String).concat('host=1'))
const whenWritten = (res: ServerResponse, act: () => void): void => {
  const write = res.writeHead
  res.writeHead = ((...values: unknown[]) => {
    act()
    return Reflect.apply(write, res, values)
  }) as typeof write
}
/** The ways in which sessions for Express, Koa and Node's own server set their cookie. */
const WAYS: Readonly<Record<string, (res: ServerResponse) => void>> = {
  'before the request is answered': (res) => setCookie(res),
  'when the headers are written': (res) => whenWritten(res, () => setCookie(res)),
  'when the headers are written, past the methods of this answer': (res) =>
    whenWritten(res, () => setCookie(res, ServerResponse.prototype.setHeader)),
}

describe.each(Object.keys(WAYS))('set %s', (way) => {
  const idp = sharedIdp(() =>
    startIdp({
      site: (portico) => (req, res) => {
        WAYS[way]?.(res)
        void portico.callback()(req, res)
      },
    }),
  )
  const pub = idp.party(PUB)

  it('the cookie of the host is in no answer of token and userinfo, be it an error or not', async () => {
    const { access_token } = await idp.user().signIn(pub)
    const message = { headers: { origin: SPA, cookie: 'host=1' } }
    const answers = [
      await pub.refresh('no-token', {}, { message }),
      await idp.send('/oauth2/token', { body: {}, ...message }),
      await idp.send('/token', { method: 'OPTIONS', ...message }),
      await idp.send('/userinfo', { headers: { ...message.headers, authorization: `Bearer ${access_token}` } }),
      await idp.send('/userinfo', { headers: { ...message.headers, authorization: 'Bearer none' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 204, 200, 401])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-credentials']).toBe('true')
      expect(headers['set-cookie']).toBeUndefined()
    }
    // In other responses it is left alone.
    const { status, headers } = await idp.send('/connect/logout', message)
    expect([status, headers['set-cookie']?.toString()]).toEqual([400, expect.stringContaining('host=1')])
  })

  it.each(['/.well-known/openid-configuration', '/.well-known/jwks.json', '/errors/nonce_missing'])(
    'nor is it in what a cache may give to others: %s',
    async (path) => {
      const { headers } = await idp.send(path)
      expect([headers['cache-control'], headers['set-cookie']]).toEqual([expect.stringContaining('public'), undefined])
    },
  )
})
