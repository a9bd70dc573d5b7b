/**
 * One-line settings for client libraries, shown to developers who follow `error_uri`. Names and settings match each
 * library's current major version unless a different version is given.
 */
import type { ErrorRef } from '../../../policies/errors.ts'
import data from './library-cures.json' with { type: 'json' }

/** Topics that need a setting in some libraries. Portico cannot detect `es256` and `audience` errors in apps. */
export const TOPICS = ['state', 'nonce', 'pkce', 'es256', 'response_mode', 'redirect_uri', 'audience'] as const
export type Topic = (typeof TOPICS)[number]
/** Topics that have their own page. */
export const TOPIC_PAGES = ['es256', 'audience'] as const satisfies readonly Topic[]
export type TopicPage = (typeof TOPIC_PAGES)[number]

export interface Cure {
  readonly library: string
  /** English text, with code in backticks. */
  readonly cure: string
}

/** Tests validate the file against its schema. Topics that a library omits need no setting or are unsupported. */
const CURES: Readonly<Record<string, Partial<Readonly<Record<Topic, string>>>>> = data.cures

/** Topics for each cause. An app that fails on `state`, `nonce`, or `pkce` often lacks the ES256 setting, too. */
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

/** Pages that the developer is likely to need next. */
export const nextPages = (ref: ErrorRef): readonly TopicPage[] => (topicsOf(ref).length === 0 ? [] : ['es256'])

export const isTopicPage = (name: string): name is TopicPage => (TOPIC_PAGES as readonly string[]).includes(name)

/** The settings for these topics, for every library that needs one. */
export function curesOf(topics: readonly Topic[]): readonly Cure[] {
  return Object.entries(CURES).flatMap(([library, settings]) => {
    const cures = new Set(topics.flatMap((topic) => settings[topic] ?? []))
    return cures.size === 0 ? [] : [{ library, cure: [...cures].join('; ') }]
  })
}
