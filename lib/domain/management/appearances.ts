/** How pages look: what the configuration sets, then what an administrator published; of an app, then of all. */
import { setTimeout as pause } from 'node:timers/promises'
import { rewriteCss } from '../../../policies/harmless-css.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { changeDocument, readDocument, removeDocument } from '../documents.ts'
import { recordIn } from '../stored-record.ts'
import { type Actor, writeAudit } from './account-result.ts'

type Theme = Configuration['theme']

/** What administrators can change. Pictures are names of stored pictures (pictures.ts). */
export type Appearance = Omit<Theme, 'productName' | 'favicon' | 'assets'>

/** The appearance of one app, or of all pages. */
export interface StoredAppearance {
  /** Not in force yet. */
  readonly draft?: Appearance
  readonly published?: Appearance
  /** In force before the last publication. */
  readonly previous?: Appearance
  readonly publishedBy?: string
  /** Milliseconds since the epoch. */
  readonly publishedAt?: number
}

export const APPEARANCES = 'appearance'
/** How long a node uses what it has read, in milliseconds. A publication is in force on every node after this time. */
const FRESH_MS = 1_000
/** How long to wait before all are read, in milliseconds. Anonymous clients can request any style sheet. */
const READ_ALL_MS = 100
/** Apps whose appearance is kept in memory. */
const KEPT_MAX = 500

/** For a decommissioned client, so that a later one with its ID does not get its appearance. */
export const forgetAppearance = (documents: DocumentStore, clientId: string): Promise<void> =>
  removeDocument(documents, APPEARANCES, placeOf(clientId))

const placeOf = (clientId: string | undefined): string => (clientId === undefined ? 'all' : `app/${clientId}`)

/** Settings of all pages, and of apps by client ID. */
interface Configured {
  readonly theme: Theme
  readonly clients: ReadonlyMap<string, Appearance>
}

interface Parts {
  readonly documents: DocumentStore
  readonly audit: Pick<AuditTrail, 'record'>
  readonly configured: Configured
  readonly now: () => number
}

/** Settings take precedence over what is published, and what an app has over what all pages have. */
function themeWith(
  { theme, clients }: Configured,
  clientId: string | undefined,
  all: Appearance = {},
  own: Appearance = {},
): Theme {
  const common = { ...withCheckedCss(all), ...theme }
  return clientId === undefined ? common : { ...common, ...withCheckedCss(own), ...clients.get(clientId) }
}

/** Checked whenever it is read, so that a store or a backup that was changed cannot bring other CSS into pages. */
const withCheckedCss = (look: Appearance): Appearance =>
  look.css === undefined ? look : { ...look, css: rewriteCss(look.css).css }

export type Appearances = ReturnType<typeof appearances>

export function appearances(parts: Parts) {
  const { documents, audit, configured, now } = parts
  const { read, recent, of, forget } = themesInForce(parts)
  const change = async (
    clientId: string | undefined,
    next: (before: StoredAppearance) => StoredAppearance,
  ): Promise<void> => {
    await changeDocument<StoredAppearance>(documents, APPEARANCES, placeOf(clientId), (before = {}) => next(before))
    forget()
  }
  /** The theme as it would be with this draft. */
  const preview = async (clientId: string | undefined, draft: Appearance): Promise<Theme> =>
    clientId === undefined
      ? themeWith(configured, undefined, draft)
      : themeWith(configured, clientId, (await recent(undefined)).published, draft)
  let reading: Promise<readonly Theme[]> | undefined
  const readAll = async (): Promise<readonly Theme[]> => {
    await pause(READ_ALL_MS)
    forget()
    const { documents: found } = await documents.list(APPEARANCES, undefined, KEPT_MAX)
    const ids = found.map(({ id }) => (id.startsWith('app/') ? id.slice('app/'.length) : undefined))
    const drafts = found.flatMap(({ value }, at) => {
      const { draft } = recordIn<StoredAppearance>(value) ?? {}
      return draft === undefined ? [] : [preview(ids[at], draft)]
    })
    return Promise.all([...[undefined, ...configured.clients.keys(), ...ids].map(of), ...drafts])
  }
  return {
    read,
    of,
    preview,
    /** Whether the configuration sets this, so that it cannot be changed here. */
    isLocked: (clientId: string | undefined, key: keyof Appearance): boolean =>
      (clientId === undefined ? configured.theme : configured.clients.get(clientId))?.[key] !== undefined,
    /** Every theme in force or in a draft, for style sheets that another node made. Concurrent calls share one. */
    all: (): Promise<readonly Theme[]> =>
      (reading ??= readAll().finally(() => {
        reading = undefined
      })),
    saveDraft: (clientId: string | undefined, draft: Appearance) =>
      change(clientId, (before) => ({ ...before, draft })),
    discardDraft: (clientId: string | undefined) => change(clientId, ({ draft: _draft, ...others }) => others),
    async publish(clientId: string | undefined, published: Appearance, actor: Actor): Promise<void> {
      let before: Appearance = {}
      await change(clientId, ({ draft: _draft, ...stored }) => {
        before = stored.published ?? {}
        // If the form is submitted twice, the version before it can still be restored.
        const isSame = JSON.stringify(before) === JSON.stringify(published)
        const previous = isSame ? {} : { previous: before }
        return { ...stored, ...previous, published, publishedBy: actor.name, publishedAt: now() }
      })
      const keys = new Set([...Object.keys(before), ...Object.keys(published)] as (keyof Appearance)[])
      const changed = [...keys].filter((key) => before[key] !== published[key])
      await writeAudit(audit, actor, {
        event: 'appearance.published',
        ...(clientId === undefined ? {} : { client: clientId }),
        changes: Object.fromEntries(changed.map((key) => [key, [noted(key, before[key]), noted(key, published[key])]])),
      })
    },
  }
}

/** A value for the audit log, without CSS. */
const noted = (key: string, value: unknown): unknown =>
  value !== undefined && (key === 'css' || String(value).length > 200) ? '…' : (value ?? null)

/** Reads what is published, at most once in a second for each app. */
function themesInForce({ documents, configured, now }: Omit<Parts, 'audit'>) {
  const kept = new Map<string, { readonly at: number; readonly reading: Promise<StoredAppearance> }>()
  const read = async (clientId: string | undefined): Promise<StoredAppearance> =>
    (await readDocument<StoredAppearance>(documents, APPEARANCES, placeOf(clientId))) ?? {}

  /** While the store does not respond, pages keep their appearance. */
  const recent = (clientId: string | undefined): Promise<StoredAppearance> => {
    const place = placeOf(clientId)
    const last = kept.get(place)
    if (last !== undefined && Math.abs(now() - last.at) < FRESH_MS) return last.reading
    const reading = read(clientId).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
      return last?.reading ?? {}
    })
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(place, { at: now(), reading })
    return reading
  }

  /** The same object until it changes, so that its style sheet is made only once. */
  const themes = new Map<string, { readonly text: string; readonly theme: Theme }>()
  return {
    read,
    recent,
    forget: (): void => kept.clear(),
    /** The theme in force. @param clientId of the app that the page belongs to; undefined for Portico's own pages */
    async of(clientId?: string): Promise<Theme> {
      const none: StoredAppearance = {}
      const [all, own] = await Promise.all([recent(undefined), clientId === undefined ? none : recent(clientId)])
      const place = placeOf(clientId)
      const text = JSON.stringify([all.published, own.published])
      const known = themes.get(place)
      if (known?.text === text) return known.theme
      const theme = themeWith(configured, clientId, all.published, own.published)
      if (themes.size >= KEPT_MAX) themes.clear()
      themes.set(place, { text, theme })
      return theme
    },
  }
}
