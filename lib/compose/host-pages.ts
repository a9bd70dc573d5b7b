/** A host's custom pages, emails, and messages, validated at startup along with the settings. */

import { type ByEmailKind, EMAILS } from '../../policies/emails.ts'
import { type ConfigIssue, configIssue } from '../config/issues/config-error.ts'
import { nearestWord } from '../config/issues/suggestion.ts'
import type { HostEmail } from '../web/emails/email-writer.ts'
import type { HostView, Override } from '../web/pages/host-view.ts'
import { type HostMessages, messageIssues } from '../web/ui/texts/host-messages.ts'
import type { ScreenName, ScreenProps } from './screens.ts'

/** Custom pages, keyed by the name of the screen that they replace. */
export type HostViews = { readonly [Name in ScreenName]?: HostView<ScreenProps[Name]> | undefined }

/** Custom emails, keyed by kind. */
export type HostEmails = Partial<ByEmailKind<HostEmail | undefined>>

export interface HostPages {
  /**
   * Custom emails, keyed by kind.
   * @default the built-in emails
   * @example { recovery: () => ({ subject: 'Choose a new password' }) }
   */
  readonly emails: HostEmails

  /**
   * Custom pages, keyed by the name of the screen that they replace.
   * @default the built-in pages
   * @example { consent: ({ client }, { html, layout }) => layout(html`<h1>${client.name}</h1>`, { title: client.name })
   * }
   */
  readonly views: HostViews
  /**
   * Custom messages, keyed by language.
   * @default the built-in messages
   * @example { en: { signIn: { submit: 'Enter' } } }
   */
  readonly messages: HostMessages
}

/** Imports nearly all pages. To start faster, call this only if the host replaces at least one page. */
const loadScreens = () => Promise.all([import('./screens.ts'), import('./host-layout.tsx')])

/** Finds unknown names and invalid messages, because a host written in JavaScript gets no errors from the compiler. */
export async function hostPageIssues({ emails, views, messages }: HostPages): Promise<readonly ConfigIssue[]> {
  const unknown = (path: string, word: string, known: readonly string[]): ConfigIssue => {
    const near = nearestWord(word, known)
    return configIssue('E1002', path, 'a known name', 'an unknown one', near && `did you mean ${near}?`)
  }
  const functions = (group: string, own: object, known: readonly string[]): readonly ConfigIssue[] =>
    Object.entries(own).flatMap(([name, made]) => {
      const path = `${group}.${name}`
      if (!known.includes(name)) return [unknown(path, name, known)]
      if (made === undefined || typeof made === 'function') return []
      return [configIssue('E1001', path, 'a function', typeof made)]
    })
  return [
    ...(hasViews(views) ? functions('ui.views', views, (await loadScreens())[0].SCREEN_NAMES) : []),
    ...functions('ui.emails', emails, Object.keys(EMAILS)),
    ...messageIssues(messages).map(({ path, expected, known }) =>
      expected === 'known'
        ? unknown(`ui.messages.${path}`, path.split('.').at(-1) ?? '', known)
        : configIssue('E1001', `ui.messages.${path}`, expected, 'something else'),
    ),
  ]
}

const hasViews = (views: HostViews): boolean => Object.keys(views).length > 0

/** Finds the host's page that replaces a screen. */
export type FindOverride = (screen: unknown) => Override | undefined

export async function hostOverrides(views: HostViews): Promise<FindOverride> {
  if (!hasViews(views)) return () => undefined
  const [{ frameOfScreen, nameOfScreen }, { hostLayout }] = await loadScreens()
  return (screen) => {
    const name = nameOfScreen(screen)
    const hostView = name === undefined ? undefined : (views[name] as HostView<object> | undefined)
    if (name === undefined || hostView === undefined) return undefined
    return { name, hostView, layout: (props, view) => hostLayout(frameOfScreen(name), props, view) }
  }
}
