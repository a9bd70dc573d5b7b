/** The base address, those of panel and portal, and the root secret that they call for. */
import { words } from '../support/words.ts'
import { issuesOf, refusal, SECRET, validateConfiguration } from './issues.ts'

describe('the base address', () => {
  it.each([
    'https://sso.example.com',
    'https://sso.example.com:8443',
    'https://portal.example.com/sso',
    'https://portal.example.com/a/b',
  ])('%s is accepted with a secret', (baseUrl) =>
    expect(validateConfiguration({ baseUrl, secret: SECRET }).baseUrl).toBe(baseUrl),
  )

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080/sso', 'https://localhost:3000'])(
    '%s is accepted without one',
    (baseUrl) => expect(validateConfiguration({ baseUrl }).baseUrl).toBe(baseUrl),
  )

  it.each([
    ...words`
      http://sso.example.com http://localhost.example.com http://10.0.0.1 http://127.0.0.2 http://0.0.0.0:3000
      http://localhost@evil.example https://sso.example.com/ https://sso.example.com/sso/ https://sso.example.com?x
      https://sso.example.com? https://sso.example.com/#top https://user:pw@sso.example.com https://SSO.example.com
      https://sso.example.com:443 https://sso.example.com//sso https://sso.example.com/a/../b sso.example.com
      ftp://sso.example.com /sso https://
    `,
    'https://sso.example.com/a b',
    'https://sso.example.com\\sso',
    ' https://sso.example.com',
  ])('%s is refused', (baseUrl) =>
    expect(refusal(() => validateConfiguration({ baseUrl, secret: SECRET })).issues).toMatchObject([
      { code: 'E1001', path: 'baseUrl', hint: expect.any(String) },
    ]),
  )

  it('suggests the right spelling of a near miss', () => {
    const hintFor = (baseUrl: string) =>
      refusal(() => validateConfiguration({ baseUrl, secret: SECRET })).issues[0]?.hint
    expect(hintFor('https://SSO.example.com:443/sso/')).toBe('write it as https://sso.example.com/sso')
    expect(hintFor('http://sso.example.com')).toContain('http is accepted only for localhost')
  })

  it('is required', () =>
    expect(refusal(() => validateConfiguration({ secret: SECRET })).issues).toMatchObject([
      { code: 'E1004', path: 'baseUrl' },
    ]))

  it.each([
    ['the panel at the base address', { adminUrl: 'http://localhost:3000' }, 'adminUrl'],
    ['the panel around it', { baseUrl: 'http://localhost:3000/sso', portalUrl: 'http://localhost:3000' }, 'portalUrl'],
    ['both at one', { adminUrl: 'http://localhost:3000/app', portalUrl: 'http://localhost:3000/app' }, 'portalUrl'],
    ['the portal within the panel', { portal: { path: '/admin/portal' } }, 'portalUrl'],
    ['two for the panel', { adminUrl: 'http://localhost:3000/panel', admin: { path: '/admin' } }, 'admin.path'],
  ])('%s is refused', (_, settings, path) => expect(issuesOf(settings)).toMatchObject([{ code: 'E1006', path }]))

  it('must be right for the panel and the portal too', () => {
    const issues = issuesOf({ adminUrl: 'http://admin.example.com', portalUrl: 'https://my.example.com/' })
    expect(issues.map(({ path }) => path)).toEqual(['adminUrl', 'portalUrl'])
  })
})

describe('the root secret', () => {
  const remote = { baseUrl: 'https://sso.example.com' }

  it('is required anywhere but on localhost', () => {
    expect(refusal(() => validateConfiguration(remote)).issues).toMatchObject([
      { code: 'E1003', path: 'secret', received: 'nothing' },
    ])
    expect(refusal(() => validateConfiguration({ ...remote, secret: [] })).issues).toMatchObject([
      { code: 'E1003', path: 'secret' },
    ])
  })

  it('must not be the example of the documentation', () => {
    const secret = 'put-the-output-of-openssl-rand-base64-48-here'
    expect(refusal(() => validateConfiguration({ ...remote, secret: [SECRET, secret] })).issues).toMatchObject([
      { code: 'E1003', path: 'secret[1]' },
    ])
  })
})
