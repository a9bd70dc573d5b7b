/**
 * One-line settings for client libraries, shown to developers who follow `error_uri`, each for a library version.
 */
import type { ErrorRef } from '../../../policies/errors.ts'
import data from './library-cures.json' with { type: 'json' }

/** Topics that require a setting in some client libraries. */
export const TOPICS = [
  'state',
  'nonce',
  'pkce',
  'es256',
  'response_mode',
  'redirect_uri',
  'scope',
  'audience',
  'callback_without_code',
] as const
export type Topic = (typeof TOPICS)[number]
/** Topics with their own page, because these errors occur inside the app, where Portico cannot detect them. */
export const TOPIC_PAGES = ['es256', 'audience', 'callback_without_code'] as const satisfies readonly Topic[]
export type TopicPage = (typeof TOPIC_PAGES)[number]

export interface Cure {
  readonly library: string
  /** English text, with code in backticks. */
  readonly cure: string
  /** The library's version that this was tried with, or read for. */
  readonly version: string
  /** `tried`: `npm run test:apps` runs it; `read`: it comes from the library's documentation or source. */
  readonly checked: 'tried' | 'read'
}

/** Settings by topic. A topic is missing if the library needs no setting or does not support it. */
interface Library extends Partial<Readonly<Record<Topic, string>>> {
  readonly version: string
  readonly tried?: readonly string[]
}
const LIBRARIES = Object.entries(data.cures as Readonly<Record<string, Library>>).toSorted(([a], [b]) =>
  a.localeCompare(b, 'en'),
)

/** Topics to show for each error. An app that fails on `state`, `nonce`, or `pkce` often needs ES256 settings, too. */
const OF_CAUSES: Partial<Readonly<Record<ErrorRef, readonly Topic[]>>> = {
  state_missing: ['state'],
  state_malformed: ['state'],
  nonce_missing: ['nonce'],
  nonce_malformed: ['nonce'],
  pkce_required: ['pkce'],
  pkce_mismatch: ['pkce'],
  response_mode_unsupported: ['response_mode'],
  redirect_uri_mismatch: ['redirect_uri'],
  scope_denied: ['scope'],
  openid_missing: ['scope'],
}

export const topicsOf = (ref: ErrorRef): readonly Topic[] => OF_CAUSES[ref] ?? []

/** Topic pages that the developer is likely to need after this error. */
export function nextPages(ref: ErrorRef): readonly TopicPage[] {
  // A callback that ignores the error redeems a code that it never received, such as `null`.
  if (ref === 'parameter_missing' || ref === 'invalid_grant') return ['callback_without_code']
  return topicsOf(ref).length === 0 || topicsOf(ref).includes('scope') ? [] : ['es256']
}

export const isTopicPage = (name: string): name is TopicPage => (TOPIC_PAGES as readonly string[]).includes(name)

/** The settings for these topics, for each library that needs any, by name. */
export function curesOf(topics: readonly Topic[]): readonly Cure[] {
  return LIBRARIES.flatMap(([library, settings]) => {
    const needed = topics.filter((topic) => settings[topic] !== undefined)
    if (needed.length === 0) return []
    const checked = needed.every((topic) => settings.tried?.includes(topic)) ? 'tried' : 'read'
    const cure = [...new Set(needed.map((topic) => settings[topic]))].join('; ')
    return [{ library, cure, version: settings.version, checked }]
  })
}
