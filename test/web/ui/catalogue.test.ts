/** Texts: complete, in the tone that was agreed, and chosen by the user's wishes. */

import { SignIn } from '../../../lib/protocol/interaction/sign-in-view.tsx'
import { renderPage } from '../../../lib/web/pages/render.ts'
import { catalogueFor, chooseLocale, directionOf, LOCALES, type Messages } from '../../../lib/web/ui/texts/catalogue.ts'
import { explainErrorRef } from '../../../lib/web/ui/texts/format/error-explanation.ts'
import { momentWords, relativeTime } from '../../../lib/web/ui/texts/format/time.ts'
import { rich } from '../../../lib/web/ui/texts/format/words.ts'
import { REFERENCES } from '../../../policies/errors.ts'
import { viewFor } from './fixtures.tsx'

const SAMPLE = {
  client: '⟨C⟩',
  product: '⟨P⟩',
  name: '⟨N⟩',
  title: '⟨T⟩',
  label: '⟨L⟩',
  when: '⟨W⟩',
  host: '⟨H⟩',
  domain: '⟨D⟩',
  scope: '⟨S⟩',
  owner: '⟨O⟩',
  column: '⟨K⟩',
  what: '⟨M⟩',
  query: '⟨Q⟩',
  word: '⟨X⟩',
  seconds: 90,
  minutes: 15,
  count: 3,
  from: 1,
  to: 2,
  total: 9,
}

/** Every text of a catalogue by its path; messages are called with sample values. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(SAMPLE))]]
  return Object.entries(value as object).flatMap(([key, item]) => textsOf(item, path === '' ? key : `${path}.${key}`))
}

describe.each(LOCALES)('the catalogue %s', (locale) => {
  const texts = textsOf(catalogueFor(locale))

  it('has no empty text and uses every value that the English one uses', () => {
    const english = new Map(textsOf(catalogueFor('en')))
    const valuesIn = (text: string | undefined): string[] => [...new Set(text?.match(/⟨[A-Z]⟩/g) ?? [])].toSorted()
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
    const differing = texts.filter(
      ([path, text]) =>
        !/^error|^signIn\.unavailable/.test(path) &&
        english.has(path) &&
        valuesIn(text).join() !== valuesIn(english.get(path)).join(),
    )
    expect(differing).toEqual([])
  })

  it('explains every cause there is, and no other', () => {
    const t = catalogueFor(locale)
    expect(Object.keys(REFERENCES).filter((ref) => explainErrorRef(t, ref) === undefined)).toEqual([])
    expect(
      [...Object.keys(t.errorRefs), ...Object.keys(t.errorTitles), ...Object.keys(t.errorAdvice)].filter(
        (ref) => !Object.hasOwn(REFERENCES, ref),
      ),
    ).toEqual([])
    expect(explainErrorRef(t, 'constructor')).toBeUndefined()
  })
})

it('English texts do not beg, excuse themselves or blame', () => {
  const wrong = /\b(please|sorry|oops|invalid|forbidden|illegal|whoops)\b/i
  expect(textsOf(catalogueFor('en')).filter(([, text]) => wrong.test(text))).toEqual([])
})

it('Arabic texts are Arabic', () => {
  const protocolWords =
    /^(panel\.searchHint|common\.pageTitle|client\.tabTitle|users\.user\.times|operations\.(overview\.errorOf|activity\.detailed|explain\.verdict))$/
  expect(
    textsOf(catalogueFor('ar')).filter(([path, text]) => !protocolWords.test(path) && !/\p{Script=Arabic}/u.test(text)),
  ).toEqual([])
})

it('counted things follow the rules of Arabic plurals', () => {
  const { signingOut } = catalogueFor('ar')
  expect([1, 2, 3, 11].map((count) => signingOut.title({ count }).replace('جارٍ تسجيل خروجك من ', ''))).toEqual([
    'تطبيق واحد',
    'تطبيقين',
    '3 تطبيقات',
    '11 تطبيقًا',
  ])
})

it.each([
  ['the request’s ui_locales first', { uiLocales: 'ar en', cookie: 'en', acceptLanguage: 'en' }, 'ar'],
  ['then what the user chose before', { cookie: 'ar', acceptLanguage: 'en' }, 'ar'],
  ['then what the browser asks for, by weight', { acceptLanguage: 'en;q=0.5, ar-EG;q=0.9' }, 'ar'],
  ['a language refused by weight 0 is not taken', { acceptLanguage: 'ar;q=0, en;q=0.1' }, 'en'],
  ['a region counts for its language', { uiLocales: 'ar-SA' }, 'ar'],
  ['unknown wishes are passed over', { uiLocales: 'xx tlh', cookie: 'xx', acceptLanguage: '*, ar;q=0.1' }, 'ar'],
  ['without any, the first of the languages offered', {}, 'en'],
  ['nonsense does no harm', { uiLocales: '__proto__', cookie: '', acceptLanguage: ';;,=;q=x' }, 'en'],
])('chooseLocale %s', (_title, wishes, expected) => expect(chooseLocale(wishes)).toBe(expected))

it('chooseLocale falls back to the language configured for that', () =>
  expect(chooseLocale({ acceptLanguage: 'fr' }, ['en', 'ar'], 'ar')).toBe('ar'))

describe('pages in a language', () => {
  const signIn = (locale: string): string =>
    renderPage(SignIn, { form: { action: '/post', hidden: {} }, client: { name: 'Billing' } }, viewFor({ locale }))

  it('Arabic runs from right to left', () => {
    expect(signIn('ar')).toContain('<html lang="ar" dir="rtl">')
    expect(directionOf('en')).toBe('ltr')
  })

  it('a page never claims a language that its texts are not in', () =>
    expect(signIn('he')).toContain('<html lang="en" dir="ltr">'))

  it('no text stands in the markup itself: in the pseudo-language every word is changed', () => {
    const words = signIn('en-XA')
      .replace(/<(script|title)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/Billing|Portico|English|العربية/g, '')
    expect(words.match(/\b[a-z]{4,}\b/gi) ?? []).toEqual([])
  })
})

describe('texts with elements', () => {
  it('keep the order of the sentence', () => {
    const message: Messages['consent']['title'] = ({ client, product }) => `${product}: ${client}!`
    expect(rich(message, { client: 'B', product: 'P' })).toEqual(['', 'P', ': ', 'B', '!'])
  })

  it('never look for elements in what a user typed', () =>
    expect(rich(({ client }: { client: string }) => `to ${client}`, { client: '\uE000client\uE001' })).toEqual([
      'to ',
      '\uE000client\uE001',
      '',
    ]))
})

it('a moment is said as one looks back at it', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const said = (at: string, locale = 'en'): string => momentWords(locale, new Date(at), now)
  expect(said('2026-11-22T11:59:30Z')).toBe('now')
  expect(said('2026-11-22T11:58:59Z')).toBe('1 minute ago')
  expect(said('2026-11-22T10:49:00Z')).toBe('1 hour ago')
  expect(said('2026-11-21T12:00:01Z')).toBe('23 hours ago')
  expect(said('2026-11-21T12:00:00Z')).toBe('Sat 12:00')
  expect(said('2026-11-16T12:00:01Z')).toBe('Mon 12:00')
  expect(said('2026-10-25T12:00:00Z')).toBe('Oct 25')
  expect(said('2025-10-25T12:00:00Z')).toBe('Oct 25, 2025')
  expect(said('2026-11-22T13:01:01Z')).toBe('in 62 minutes')
  expect(said('2026-11-21T12:00:00Z', 'de')).toBe('Sa 12:00')
})

it('a wait is never announced too short', () => {
  expect(relativeTime('en', 61 * 60 + 1)).toBe('in 62 minutes')
  expect([relativeTime('en', 0), relativeTime('en', -0.2), relativeTime('ar', 0)]).toEqual(['now', 'now', 'الآن'])
})
