/** Templates are programs of others: what stands in one is known, and no value can leave its place in it. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LIBRARY_FORMATS } from '../../lib/domain/clients/blocks/formats.ts'
import { filled, languageOf, PLACE, withSections } from '../../lib/domain/clients/blocks/render.ts'
import { readTemplate } from '../../lib/domain/clients/blocks/template.ts'
import { valuesOf } from '../../lib/domain/clients/blocks/values.ts'

const FILES = globSync('lib/domain/clients/blocks/templates/*').filter((file) => !basename(file).startsWith('gate-'))
const HOSTILE = '"; evil() //\n\u2028#\'`$(id)\\{secret}{end}'
const values = {
  ...valuesOf({
    client: {
      clientId: 'odd',
      clientName: 'Odd',
      type: 'confidential',
      environment: 'live',
      redirectUris: ['https://odd.example/cb'],
      postLogoutRedirectUris: [],
      scopes: ['openid', 'email'],
    },
    issuer: 'https://sso.example.com',
    secret: 'sso_live_secret-value',
    at: new Date(0),
  }),
  redirect_uri: HOSTILE,
}
const shown = (line: string, file = 'sso.js'): string | undefined => filled(line, values, languageOf(file).escape)

it('there is one for each format', () =>
  expect(FILES.map((file) => basename(file, '.tmpl')).toSorted()).toEqual(LIBRARY_FORMATS.toSorted()))

it.each(FILES)('%s names values and sections that there are, and has one assignment a line', (file) => {
  const unknown = readFileSync(file, 'utf8')
    .replace(PLACE, (place, name) => (name in values ? '' : place))
    .replace(/\{(?:if|unless) (\w+)\}/g, (section, name) => (name in values ? '' : section))
    .replaceAll('{end}', '')
  expect(unknown.match(/\{(?:[a-z_]+|if \w+|unless \w+)\*?[^}\n]{0,3}\}/g)).toBeNull()
  const parts = readTemplate(basename(file, '.tmpl'))
  expect(parts.length).toBeGreaterThan(0)
  const variables = parts.filter((part) => /^\.env|envvars$/.test(part.file)).flatMap(({ lines }) => lines)
  for (const line of variables) expect(line).toMatch(/^(?:#|(?:\{unless public\})?(?:export )?[A-Z0-9_]+=[^"]+$)/)
})

it('a value stays in the string, the comment or the word that it stands in', () => {
  expect(shown('const uri = "{redirect_uri}"')).toBe(`const uri = ${JSON.stringify(HOSTILE)}`)
  for (const [line, file] of [
    ['  // at {redirect_uri}', 'sso.go'],
    ['# at {redirect_uri}', 'sso.py'],
    ['uri = {redirect_uri}', 'dovecot.conf.ext'],
  ] as const)
    expect(shown(line, file)).toBe(line.replace('{redirect_uri}', () => HOSTILE.replace('\n\u2028', ' ')))
  expect(shown('uri: {redirect_uri}', 'x.yaml')).toMatch(/^uri: [\w %./=-]*$/)
})

it('a line without its value is left out, and so is one of a section that does not apply', () => {
  expect([shown('"{post_logout_redirect_uri}"'), shown('')]).toEqual([undefined, ''])
  expect(withSections('{if public}none{end}', values)).toBeUndefined()
  expect(withSections('a{if public}none{end}{unless public}secret{end}', values)).toBe('asecret')
  expect(shown('[]string{"{scopes*", "}"}', 'sso.go')).toBe('[]string{"openid", "email"}')
})
