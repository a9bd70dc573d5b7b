import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { FORMATS, LIBRARY_FORMATS } from '../../../lib/domain/clients/blocks/formats.ts'
import { curesOf, nextPages, TOPICS, topicsOf } from '../../../lib/protocol/endpoints/library-cures.ts'
import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { words } from '../../support/words.ts'

describe('the cure for each library', () => {
  it('fits the schema, which has the topics', () => {
    const [data, schema] = ['', '.schema'].map((kind) =>
      JSON.parse(readFileSync(`lib/protocol/endpoints/library-cures${kind}.json`, 'utf8')),
    )
    const ajv = new Ajv({ allErrors: true })
    ajv.validate(schema, data)
    expect(ajv.errors).toBeNull()
    const { version: _, tried: __, ...topics } = schema.properties.cures.additionalProperties.properties
    expect(Object.keys(topics).toSorted()).toEqual(TOPICS.toSorted())
    for (const { tried = [], ...lines } of Object.values<{ readonly tried?: readonly string[] }>(data.cures))
      expect(Object.keys(lines)).toEqual(expect.arrayContaining([...tried]))
  })

  it('reports whether it was tried, of several lines only if each was', () => {
    const checkedOf = (...topics: Parameters<typeof curesOf>) =>
      curesOf(...topics).find(({ library }) => library === 'mod_auth_openidc')
    expect(checkedOf(['pkce'])).toMatchObject({ version: '2.4.12.3', checked: 'tried' })
    expect(checkedOf(['pkce', 'response_mode'])).toMatchObject({ checked: 'read' })
  })

  it.each(TOPICS)('of %s fits one line, with its code between backticks', (topic) => {
    expect(curesOf([topic]).length).toBeGreaterThan(2)
    for (const { library, cure } of curesOf([topic])) {
      expect(library).toMatch(/\w/)
      expect(cure).toMatch(/^[\x20-\x7E…]{10,220}$/)
      expect(cure.split('`').length % 2).toBe(1)
      expect(cure).not.toMatch(/\.$/)
    }
  })

  it('stands on the pages of the causes that it fixes, which lead to what comes next', () => {
    const refs = (Object.keys(REFERENCES) as ErrorRef[]).filter((ref) => topicsOf(ref).length > 0)
    expect(refs.toSorted()).toEqual(words`
      nonce_malformed nonce_missing openid_missing pkce_mismatch pkce_required redirect_uri_mismatch
      response_mode_unsupported scope_denied state_malformed state_missing
    `)
    expect(nextPages('nonce_missing')).toEqual(['es256'])
    for (const ref of ['parameter_missing', 'invalid_grant'] as const)
      expect(nextPages(ref)).toEqual(['callback_without_code'])
    expect(nextPages('scope_denied')).toEqual([])
    expect(nextPages('code_used')).toEqual([])
  })

  it('shows developers of APIs the audience, because their libraries accept ID tokens without it', () => {
    const lines = new Map(curesOf(['audience']).map(({ library, cure }) => [library, cure]))
    for (const library of ['express-jwt', 'golang-jwt', 'jose', 'koa-jwt', 'passport-jwt', 'PyJWT', 'Spring Security'])
      expect(lines.get(library)).toContain('"sso-resource-api"')
  })

  it('leads from a library without PKCE by default to ES256 in the same line, where it expects another', () => {
    const lines = new Map(curesOf(['pkce']).map(({ library, cure }) => [library, cure]))
    for (const library of ['mozilla-django-oidc', 'python-social-auth', 'Spring Security'])
      expect(lines.get(library)).toContain('ES256')
  })

  it('is found by the format of a block', () => {
    const libraries = new Set(curesOf(TOPICS).map(({ library }) => library))
    // The blocks of these are settings of a server, or of any library.
    const others = ['dovecot', 'env', 'json', 'kubernetes', 'next', 'vite']
    const formats = LIBRARY_FORMATS.filter((format) => !others.includes(format)).map((format) => FORMATS[format])
    expect(formats.filter(({ label, library = label }) => !libraries.has(library))).toEqual([])
  })

  it('of several topics together is one line for each library, and no setting twice', () => {
    const cures = curesOf(['state', 'nonce', 'pkce'])
    expect(new Set(cures.map(({ library }) => library)).size).toBe(cures.length)
    const cureOf = (name: string): string => cures.find(({ library }) => library === name)?.cure ?? ''
    expect(cureOf('Auth.js 5')).toBe('`checks: ["pkce", "state", "nonce"]` in the provider')
    expect(cureOf('openid-client 6')).toMatch(/randomState.*; .*randomNonce.*; .*code_challenge/)
  })
})
