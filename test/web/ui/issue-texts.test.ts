/** Findings, advice and issues of clients in words: those of the files, in every language. */
import { readFileSync } from 'node:fs'
import { LOCALES, type Messages } from '../../../lib/web/ui/texts/catalogue.ts'
import { clientIssueLine, clientIssueText } from '../../../lib/web/ui/texts/client-issue.ts'
import { compileTexts } from '../../../lib/web/ui/texts/icu/compile.ts'
import { parseTexts } from '../../../lib/web/ui/texts/icu/pattern.ts'
import { ENGLISH_ADVICE, ENGLISH_ISSUES, findingText } from '../../../lib/web/ui/texts/issues.ts'
import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { FINDINGS, type FindingCode, finding, forwardedFinding } from '../../../policies/findings.ts'

/** Names of settings, variables, parameters and headers. */
const NAME = /\b(?:\w+_\w+|[a-z]+\.[a-z]+[A-Z]?\w*|[A-Z][a-z]+(?:-[A-Z]\w+)+)/g

const wordsIn = (locale: string): Pick<Messages, 'errorAdvice' | 'issues'> =>
  compileTexts(
    parseTexts(JSON.parse(readFileSync(`lib/web/ui/texts/${locale}/issues.json`, 'utf8'))),
    locale,
  ) as unknown as Messages

describe.each(LOCALES)('in %s', (locale) => {
  const {
    errorAdvice: advice,
    issues: { findings },
  } = wordsIn(locale)
  const pairs = [
    ...(Object.keys(FINDINGS) as FindingCode[]).flatMap((code) => [
      [ENGLISH_ISSUES.findings[code].why, findings[code].why] as const,
      [ENGLISH_ISSUES.findings[code].fix, findings[code].fix] as const,
    ]),
    ...(Object.keys(REFERENCES) as ErrorRef[]).map((ref) => [ENGLISH_ADVICE[ref], advice[ref]] as const),
  ]

  it('findings and advice are sentences', () =>
    expect(pairs.filter(([, text]) => !/^\S.*[.\w)]$/.test(text))).toEqual([]))

  it('no name of a setting, variable, parameter or header is translated', () =>
    expect(pairs.filter(([english, text]) => english.match(NAME)?.some((name) => !text.includes(name)))).toEqual([]))
})

it('there are words for codes that exist, and for no others', () => {
  expect(Object.keys(ENGLISH_ISSUES.findings).toSorted()).toEqual(Object.keys(FINDINGS).toSorted())
  expect(Object.keys(ENGLISH_ADVICE).toSorted()).toEqual(Object.keys(REFERENCES).toSorted())
})

it('what a rule found is in the language, what a store reported is as it came', () => {
  const german = wordsIn('de').issues
  const counted = forwardedFinding({ trustProxy: 1, all: 40, fewer: 0, more: 30 })
  expect(counted && findingText(counted, ENGLISH_ISSUES).what).toBe(
    '30 of 40 requests had more IP addresses in X-Forwarded-For than TRUST_PROXY allows (1)',
  )
  expect(counted && findingText(counted, german).what).toContain('30 von 40 Anfragen')
  const reported = findingText(finding('redis-eviction', 'maxmemory-policy is allkeys-lru'), german)
  expect(reported.what).toBe('maxmemory-policy is allkeys-lru')
  expect(reported.fix).toBe(german.findings['redis-eviction'].fix)
})

it('an issue of a client is one sentence, with the value on the command line', () => {
  const texts = ENGLISH_ISSUES.client
  const wild = { field: 'redirectUris', code: 'wildcard', uri: 'https://*.x' } as const
  expect(clientIssueText(wild, texts)).toBe('Redirect URI cannot contain *')
  expect(clientIssueLine(wild, texts)).toBe('redirect URI cannot contain * (https://*.x)')
  const id = { field: 'clientId', code: 'characters' } as const
  expect(clientIssueText(id, texts, '-a-')).toBe('Client ID must begin and end with a letter or a number')
  expect(clientIssueLine(id, texts)).toBe('client ID can only use lowercase letters, numbers, and hyphens')
  const role = { field: 'access', code: 'role-repeated', role: 'clerk' } as const
  expect(clientIssueLine(role, texts)).toBe('“clerk” was entered twice')
})
