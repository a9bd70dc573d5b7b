/**
 * One-line settings for client libraries, shown to developers who follow `error_uri`. Names and settings match each
 * library's current major version unless a different version is given.
 */
import type { ErrorRef } from '../../../policies/errors.ts'
import data from './library-cures.json' with { type: 'json' }

/** Topics that require a setting in some client libraries. */
export const TOPICS = ['state', 'nonce', 'pkce', 'es256', 'response_mode', 'redirect_uri', 'audience'] as const
export type Topic = (typeof TOPICS)[number]
/** Topics with their own page, because these errors occur inside the app, where Portico cannot detect them. */
export const TOPIC_PAGES = ['es256', 'audience'] as const satisfies readonly Topic[]
export type TopicPage = (typeof TOPIC_PAGES)[number]

export interface Cure {
  readonly library: string
  /** English text, with code in backticks. */
  readonly cure: string
}

/** Settings by library and topic. A topic is missing if the library needs no setting or does not support it. */
const CURES: Readonly<Record<string, Partial<Readonly<Record<Topic, string>>>>> = data.cures

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
}

export const topicsOf = (ref: ErrorRef): readonly Topic[] => OF_CAUSES[ref] ?? []

/** Topic pages that the developer is likely to need after this error. */
export const nextPages = (ref: ErrorRef): readonly TopicPage[] => (topicsOf(ref).length === 0 ? [] : ['es256'])

export const isTopicPage = (name: string): name is TopicPage => (TOPIC_PAGES as readonly string[]).includes(name)

/** The settings for these topics, for each library that needs any. */
export function curesOf(topics: readonly Topic[]): readonly Cure[] {
  return Object.entries(CURES).flatMap(([library, settings]) => {
    const cures = new Set(topics.flatMap((topic) => settings[topic] ?? []))
    return cures.size === 0 ? [] : [{ library, cure: [...cures].join('; ') }]
  })
}
