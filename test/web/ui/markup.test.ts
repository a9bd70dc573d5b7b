/** The markup of every page, without a browser: nothing inline, nothing that a name or an address could smuggle in. */

import { NotAllowed } from '../../../lib/protocol/interaction/button-stages-view.tsx'
import { Consent } from '../../../lib/protocol/interaction/consent-view.tsx'
import { SignIn } from '../../../lib/protocol/interaction/sign-in-view.tsx'
import { SigningOut } from '../../../lib/protocol/logout/signing-out-view.tsx'
import { ErrorPage, errorKindOf } from '../../../lib/web/pages/error-page-view.tsx'
import { renderPage } from '../../../lib/web/pages/render.ts'
import { hostOf, safeUrl } from '../../../lib/web/ui/view.ts'
import { words } from '../../support/words.ts'
import { HOSTILE, NOW } from './fixture.ts'
import { FIXTURES, viewFor } from './fixtures.tsx'

const form = { action: '/post', hidden: {} }
const pages = FIXTURES.flatMap(({ name, page }) =>
  ['en', 'ar'].map((locale) => [`${name} (${locale})`, page(viewFor({ locale }))] as const),
)

describe('every page', () => {
  it.each(pages)('%s has nothing inline', (_name, html) => {
    expect(html).not.toMatch(/<[^>]*\s(style|on\w+)\s*=/i)
    expect(html).not.toMatch(/<style\b/i)
    const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes]) => attributes ?? '')
    expect(
      scripts.filter(
        (attributes) =>
          !/ src="\/_sso\/assets\/(first|app|panel|(?:silent-)?passkey|new-password)\.[0-9a-f]{16}\.js"|type="application\/json"/.test(
            attributes,
          ),
      ),
    ).toEqual([])
  })

  it.each(pages)('%s has one heading of the first level, one main part, a title, and no id twice', (_name, html) => {
    expect(html.match(/<h1\b/g)).toHaveLength(1)
    expect(html.match(/<main\b/g)).toHaveLength(1)
    expect(html).toMatch(/<title>[^<]+<\/title>/)
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each(pages)('%s leads only to http, https, mail and our own addresses', (_name, html) => {
    const addresses = [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address ?? '')
    expect(addresses.filter((address) => !/^(https?:\/\/|mailto:[^?]*@|\/(?!\/)|#|\?)/.test(address))).toEqual([])
  })

  it.each(pages)('%s never prints what a text should have replaced', (_name, html) =>
    expect(html).not.toMatch(/undefined|\[object|\bNaN\b|[\uE000\uE001]/),
  )

  it.each(pages)('%s gives each input a label', (_name, html) => {
    const labelled = new Set([...html.matchAll(/<label[^>]*\sfor="([^"]*)"/g)].map(([, id]) => id))
    const inputs = [...html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/type="(hidden|radio)"|\shidden\b|aria-label=/.test(tag))
    expect(inputs.filter((tag) => !labelled.has(/\sid="([^"]*)"/.exec(tag)?.[1]))).toEqual([])
  })
})

it('password fields are masked, and open to password managers', () => {
  const fields = pages
    .flatMap(([, html]) => [...html.matchAll(/<input\b[^>]*\sname="(?:password|current|new_password|repeat)"[^>]*>/g)])
    .map(([tag]) => tag)
  expect(new Set(fields.map((tag) => / name="(\w+)"/.exec(tag)?.[1])).size).toBe(4)
  const isOpen = (tag: string): boolean => /autocomplete="(?:current|new)-password[" ]/.test(tag)
  expect(fields.filter((tag) => !tag.includes('type="password"') || !isOpen(tag))).toEqual([])
})

describe('names and addresses from outside', () => {
  it('a name is shown as it is written, never as markup', () => {
    const html = renderPage(SignIn, { form, client: { name: HOSTILE }, username: HOSTILE }, viewFor())
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<b>')
    expect(html).toContain('&lt;script>alert(1)&lt;/script>')
    expect(html).not.toMatch(/value="[^"]*<script/)
  })

  it('a name cannot turn the direction of the text around it', () => {
    const html = renderPage(SignIn, { form, client: { name: '\u202Eevil' } }, viewFor())
    expect(html).toContain('<bdi>\u202Eevil</bdi>')
    expect(html).toContain('<title>Sign in to evil')
  })

  it('the data block of an error page cannot be ended by a value', () => {
    const body = {
      error: 'invalid_request',
      error_description: '</script><script>alert(1)</script>',
      request_id: '<!--',
    }
    const html = renderPage(ErrorPage, { body, at: NOW }, viewFor())
    const json = /<script type="application\/json" id="sso-error">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toEqual(body)
  })

  it('a frame is never loaded from a script address', () => {
    const html = renderPage(
      SigningOut,
      { apps: [{ name: 'Billing', uri: 'javascript:alert(1)' }], continueHref: 'javascript:alert(1)' },
      viewFor(),
    )
    expect(html).not.toContain('javascript:')
  })

  it('who has no access writes to the owner with app, name and request ID; an owner without an address is read', () => {
    const props = { form, client: { name: 'Billing & Co' }, account: { name: 'Ana', detail: 'ana@example.com' } }
    const html = renderPage(NotAllowed, { ...props, owner: 'apps@example.com' }, viewFor())
    const draft = new URL((/href="(mailto:[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'))
    expect([draft.pathname, draft.searchParams.get('subject')]).toEqual(['apps@example.com', 'Access to Billing & Co'])
    expect(draft.searchParams.get('body')).toContain('Ana (ana@example.com)')
    expect(draft.searchParams.get('body')).toContain(viewFor().requestId)
    expect(renderPage(NotAllowed, { ...props, owner: 'Room 12' }, viewFor())).not.toContain('mailto:')
  })

  it('where consent leads is shown by the host, also of an address without one', () => {
    const consent = { form, account: { name: 'Ana' }, scopes: ['openid'] }
    const html = renderPage(
      Consent,
      { ...consent, client: { name: 'Billing', redirectUri: 'https://billing.example.com:8443/a?b' } },
      viewFor(),
    )
    expect(html).toContain('billing.example.com:8443</bdi>')
    expect(hostOf('javascript:alert(1)')).toBe('javascript:alert(1)')
  })
})

describe('safeUrl', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['/portal', '/portal'],
    ['?ui_locales=ar', '?ui_locales=ar'],
  ])('%s passes', (address, expected) => expect(safeUrl(address)).toBe(expected))

  it.each([
    ...words`
      javascript:alert(1) JAVASCRIPT:alert(1) data:text/html,x vbscript:x myapp://callback blob:https://example.com/x
      file:///etc/passwd https://
    `,
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    undefined,
  ])('%j does not', (address) => expect(safeUrl(address)).toBeUndefined())
})

describe('errorKindOf', () => {
  it.each([
    [{ error: 'invalid_request', error_ref: 'invalid_client' }, 'unknownApp'],
    [{ error: 'unauthorized_client', error_ref: 'client_disabled' }, 'appOff'],
    [{ error: 'invalid_request', error_ref: 'redirect_uri_mismatch' }, 'returnAddress'],
    [{ error: 'invalid_request', error_ref: 'interaction_expired' }, 'expired'],
    [{ error: 'invalid_request', error_ref: 'cookies_missing' }, 'noCookies'],
    [{ error: 'invalid_request', error_ref: 'state_missing' }, 'incomplete'],
    [{ error: 'invalid_request', error_ref: 'constructor' }, 'incomplete'],
    [{ error: 'too_many_attempts' }, 'tooMany'],
    [{ error: 'temporarily_unavailable', error_ref: 'not_ready' }, 'service'],
    [{ error: 'toString' }, 'incomplete'],
  ] as const)('%j is explained as %s', (body, kind) => expect(errorKindOf(body)).toBe(kind))

  it('what was not sent is not unknown, but missing', () =>
    expect(errorKindOf({ error: 'invalid_request', error_ref: 'redirect_uri_mismatch' }, true)).toBe('incomplete'))
})
