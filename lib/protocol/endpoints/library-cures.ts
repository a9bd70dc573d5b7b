/**
 * What each client library must be given, in one line: for developers who read its guide and came here by `error_uri`. Settings as
 * the libraries spell them, in their current major versions where no other is named.
 */
import type { ErrorRef } from '../../../policies/errors.ts'
import data from './library-cures.json' with { type: 'json' }

/** What a library may have to be told. Two of them no request shows: the app refuses what it gets. */
export const TOPICS = ['state', 'nonce', 'pkce', 'es256', 'response_mode', 'redirect_uri', 'audience'] as const
export type Topic = (typeof TOPICS)[number]
/** These have pages of their own. */
export const TOPIC_PAGES = ['es256', 'audience'] as const satisfies readonly Topic[]
export type TopicPage = (typeof TOPIC_PAGES)[number]

export interface Cure {
  readonly library: string
  /** In English, with code between backticks. */
  readonly cure: string
}

/** Tests hold the file to its schema. A topic that is left out needs no setting, or the library does not have it. */
const CURES: Readonly<Record<string, Partial<Readonly<Record<Topic, string>>>>> = data.cures

/** Which settings a cause is about. An app that misses one of the first three has often not met the next: ES256. */
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

/** The pages that a developer will need next. */
export const nextPages = (ref: ErrorRef): readonly TopicPage[] => (topicsOf(ref).length === 0 ? [] : ['es256'])

export const isTopicPage = (name: string): name is TopicPage => (TOPIC_PAGES as readonly string[]).includes(name)

/** What each library must be given for these topics, of those that need a setting for one of them. */
export function curesOf(topics: readonly Topic[]): readonly Cure[] {
  return Object.entries(CURES).flatMap(([library, settings]) => {
    const cures = new Set(topics.flatMap((topic) => settings[topic] ?? []))
    return cures.size === 0 ? [] : [{ library, cure: [...cures].join('; ') }]
  })
}
