/** Texts of the host's own (`ui.messages`): over the built-in ones, or a language more. */
import { hostPageIssues } from '../../../lib/compose/host-pages.ts'
import { catalogues, untranslated } from '../../../lib/web/ui/texts/host-messages.ts'

const texts = {
  en: { signIn: { submit: 'Come in', title: ({ client }: { client: string }) => `Welcome to ${client}` } },
  fa: { signIn: { submit: 'ورود' } },
}

describe('catalogues', () => {
  it('has the texts of the host instead of the built-in ones, and the built-in ones where it has none', () => {
    const { t, locale, dir } = catalogues(texts)('en')
    expect([t.signIn.submit, t.signIn.title({ client: 'X' }), t.signIn.forgot, locale, dir]).toEqual([
      'Come in',
      'Welcome to X',
      'Forgot your password?',
      'en',
      'ltr',
    ])
    expect(catalogues(texts)('ar').t.signIn.submit).toBe(catalogues({})('ar').t.signIn.submit)
  })

  it('speaks a language more, in its direction; English stands where a text is missing', () => {
    const { t, locale, dir } = catalogues(texts)('fa')
    expect([t.signIn.submit, t.signIn.forgot, locale, dir]).toEqual(['ورود', 'Forgot your password?', 'fa', 'rtl'])
    expect(untranslated(texts)).toEqual([{ locale: 'fa', missing: expect.any(Number) }])
    expect(untranslated({ ar: {}, en: {} })).toEqual([])
  })

  it('never claims a language without texts', () => {
    expect(catalogues(texts)('it').locale).toBe('en')
    expect(catalogues(texts)('ar-EG').locale).toBe('ar')
    expect(catalogues(texts)('__proto__').locale).toBe('en')
  })
})

describe('what a host gives', () => {
  const issuesOf = async (given: object): Promise<readonly string[]> =>
    (await hostPageIssues({ views: {}, messages: {}, emails: {}, ...given })).map(({ path, expected, hint }) =>
      [path, expected, hint ?? ''].join('|'),
    )

  it('is in order when names and kinds are', async () =>
    expect(await issuesOf({ messages: texts, views: { signIn: () => '', consent: undefined } })).toEqual([]))

  it.each([
    [{ messages: { en: { signin: {} } } }, 'ui.messages.en.signin|a known name|did you mean signIn?'],
    [{ messages: { en: { signIn: { title: 'Sign in' } } } }, 'ui.messages.en.signIn.title|a function|'],
    [{ messages: { en: { signIn: { submit: 4 } } } }, 'ui.messages.en.signIn.submit|a text|'],
    [
      { messages: { en: { users: { acts: { suspend: { effects: 'x' } } } } } },
      'ui.messages.en.users.acts.suspend.effects|a list of texts|',
    ],
    [{ messages: { en: 'English' } }, 'ui.messages.en|an object|'],
    [{ views: { sigIn: () => '' } }, 'ui.views.sigIn|a known name|did you mean signIn?'],
    [{ views: { signIn: '<p>' } }, 'ui.views.signIn|a function|'],
  ])('%j is reported as an issue of the configuration', async (given, issue) =>
    expect(await issuesOf(given)).toEqual([issue]),
  )
})
