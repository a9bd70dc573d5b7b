/** The headers of pages. */
import { contentSecurityPolicy, pageHeaders } from '../../../lib/web/ui/csp.ts'

describe('contentSecurityPolicy', () => {
  it('sign-in, consent and logout pages allow nothing inline and have no form-action', () =>
    expect(contentSecurityPolicy('interaction').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]))

  it('the panel sends its forms to itself only', () =>
    expect(contentSecurityPolicy('panel')).toMatch(/; form-action 'self'$/))

  it('a panel next to the service sends its forms to itself and to the service', () => {
    expect(contentSecurityPolicy({ panelOf: 'https://sso.example.com/sso' })).toMatch(
      /; form-action 'self' https:\/\/sso\.example\.com$/,
    )
    expect(pageHeaders({ panelOf: 'https://sso.example.com' })).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
    })
  })

  it('the signing-out page frames the origins of this logout and no other', () => {
    const frames = [
      'https://a.example.com/out?sid=1',
      'https://a.example.com/other',
      'http://localhost:4000/out',
      'javascript:alert(1)',
      "https://x.example.com/;script-src 'unsafe-inline'",
    ]
    expect(contentSecurityPolicy({ frames })).toMatch(
      /; frame-src https:\/\/a\.example\.com http:\/\/localhost:4000 https:\/\/x\.example\.com$/,
    )
    expect(contentSecurityPolicy({ frames })).toContain(
      "; connect-src 'self' https://a.example.com http://localhost:4000 https://x.example.com;",
    )
    expect(contentSecurityPolicy({ frames: [] })).toMatch(/; connect-src 'self'; .*; frame-src 'none'$/)
  })
})

describe('pageHeaders', () => {
  it('no page is stored, sniffed or named to others', () =>
    expect(pageHeaders('interaction')).toMatchObject({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    }))

  it('only the panel cuts the tie to its opener: a sign-in in a popup needs it', () => {
    expect(pageHeaders('interaction')).not.toHaveProperty('Cross-Origin-Opener-Policy')
    expect(pageHeaders('panel')).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
    })
  })
})
