/**
 * Final page of a sign-out: the outcome for each app, and where to go next. After the front-channel page, it is loaded
 * from its own URL. The apps are stored under an unguessable ID, so a crafted URL cannot put names on the page. An app
 * counts as signed out once it accepts its notification, or confirms it on the front-channel page.
 */

import { randomBytes } from 'node:crypto'
import type { Client } from '../../domain/clients/client-record.ts'
import type { DeliveryWorker } from '../../domain/outbox/delivery-worker.ts'
import type { FrontchannelLogout } from '../../domain/sessions/frontchannel.ts'
import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import type { BrowserSession } from '../../domain/sessions/session-registry.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { Delivery } from '../../ports/deliveries.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { wayBackTo } from '../../web/pages/client-view.ts'
import type { Forwarding } from '../../web/pages/forwarding.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { type EndedApps, NO_APPS, type NotifiedApp } from './ended-apps.ts'
import { SignedOut, type UpstreamWayOut } from './signed-out-view.tsx'
import { SigningOut } from './signing-out-view.tsx'

/** The ended sessions, and the apps that the user was signed in to. */
export interface Ended extends EndedApps {
  /** Number of ended sessions. Set if the user was signed out on all devices. */
  readonly devices?: number
  /** Set if the user is still signed in at an external provider. */
  readonly upstream?: Pick<UpstreamSession, 'connector' | 'hint'>
}

/** Picks the data from an ended session that is needed to sign the user out at the external provider. */
export const upstreamOf = ({ about: { upstream } }: Pick<BrowserSession, 'about'>): Pick<Ended, 'upstream'> =>
  upstream === undefined ? {} : { upstream: { connector: upstream.connector, hint: upstream.hint } }

export type SignedOutPages = ReturnType<typeof signedOutPages>

export interface SignedOutSettings {
  /** URL or path of the logout page. */
  readonly logoutHref: string
  readonly pages: Pages
  readonly records: EphemeralStore
  readonly notices: Pick<DeliveryWorker, 'resolved'>
  readonly forwarding: Pick<Forwarding, 'halt'>
  /** URL of the portal; undefined if there is none. */
  readonly accountHref: string | undefined
  /** Sign-out link for the external provider. Undefined if the provider has none or does not return it in time. */
  readonly wayOutOf: (session: Pick<UpstreamSession, 'connector' | 'hint'>) => Promise<UpstreamWayOut | undefined>
}

const KIND = 'signed-out'
/** How long the list of apps is stored, so that the user can reload the page or change its language. */
const KEPT_MS = 10 * 60_000
/** Milliseconds to wait before each check for completed notifications, which continue in the background. */
const PAUSES_MS = [0, 250, 750]
const ID = /^[\w-]{22}$/
const NUMBERS = /^\d{1,3}(\.\d{1,3}){0,99}$/

export function signedOutPages(settings: SignedOutSettings) {
  const { logoutHref, pages, records, notices, accountHref, wayOutOf } = settings
  const outcomesOf = async (apps: readonly NotifiedApp[]): Promise<Outcomes> => {
    const ids = apps.flatMap(({ deliveries }) => deliveries)
    let outcomes: Outcomes = { accepted: [], failed: [], pending: [] }
    for (const pause of ids.length === 0 ? [] : PAUSES_MS) {
      const states = await notices.resolved(ids, pause)
      outcomes = { accepted: [], failed: [], pending: [] }
      for (const { name, deliveries } of apps) outcomes[outcomeOf(deliveries.map((id) => states.get(id)))].push(name)
      if (outcomes.pending.length === 0) break
    }
    return outcomes
  }
  const kept = async (query: URLSearchParams): Promise<Ended> => {
    const id = query.get('ended') ?? ''
    // Ignore store errors. The sign-out is complete, and the page can be shown without the list of apps.
    const text = ID.test(id) ? await records.read(KIND, id).catch(() => undefined) : undefined
    return text === undefined ? NO_APPS : readRecord<Ended>(text)
  }
  return {
    /** A client that has accepted its back-channel notification is signed out, whatever its frame shows. */
    async withNotices(
      frames: readonly FrontchannelLogout[],
      notified: readonly NotifiedApp[],
    ): Promise<readonly FrontchannelLogout[]> {
      const unsure = new Set(frames.flatMap(({ name, confirms }) => (confirms === true ? [] : [name])))
      const { accepted } = await outcomesOf(notified.filter(({ name }) => unsure.has(name)))
      return frames.map((frame) => (accepted.includes(frame.name) ? { ...frame, confirms: true } : frame))
    },
    /** Stores the apps and returns the URL of the signed-out page, for a sign-out without a return URL. */
    async continueHref(apps: Ended, clientId?: string): Promise<string> {
      const id = randomBytes(16).toString('base64url')
      const ended = await records.put(KIND, id, writeRecord(apps), KEPT_MS).then(
        () => id,
        () => undefined,
      )
      return withParameters(logoutHref, { client_id: clientId, ended })
    },
    async show(context: RequestContext, ended: Ended | undefined, client?: Client): Promise<void> {
      settings.forwarding.halt(context, 'choose')
      const query = new URLSearchParams(context.query)
      const { done, notified, framed, notNotified, icons, devices, upstream } = ended ?? (await kept(query))
      const loaded = loadedIn(query)
      const isConfirmed = ({ confirms, place }: (typeof framed)[number], index: number): boolean =>
        confirms === true && loaded.has(place ?? index)
      const [{ accepted, failed, pending }, provider] = await Promise.all([
        outcomesOf(notified),
        upstream === undefined ? undefined : wayOutOf(upstream),
      ])
      const back = wayBackTo(client, pages.view(context))
      await pages.show(context, 200, SignedOut, {
        apps: [...done, ...accepted, ...framed.filter(isConfirmed).map(({ name }) => name)],
        unconfirmed: [
          ...framed.filter((app, index) => !isConfirmed(app, index)),
          ...failed.map((name) => ({ name, uris: [] })),
        ],
        pending,
        notNotified,
        icons,
        devices,
        client: back,
        own: client?.source === 'service',
        provider,
        accountHref: back !== undefined && back.homeHref === accountHref ? undefined : accountHref,
      })
    },
  }
}

type Outcomes = Readonly<Record<'accepted' | 'failed' | 'pending', string[]>>

/** An app's outcome, based on the states of its notifications. A notification that is still being sent has no state. */
function outcomeOf(states: readonly (Delivery['state'] | undefined)[]): keyof Outcomes {
  if (states.every((state) => state === 'delivered')) return 'accepted'
  return states.some((state) => state === 'failed' || state === 'dropped') ? 'failed' : 'pending'
}

/** The positions of the apps on the signing-out page that have signed the user out. */
function loadedIn(query: URLSearchParams): ReadonlySet<number> {
  const text = query.get('confirmed') ?? ''
  return new Set(NUMBERS.test(text) ? text.split('.').map(Number) : [])
}

/** Shows the page that loads the apps' logout URIs in frames, and allows these frames. */
export function showSigningOut(
  pages: Pages,
  context: RequestContext,
  apps: readonly FrontchannelLogout[],
  continueHref: string,
  reports: boolean,
): Promise<void> {
  // Omit the links to other languages, because they reload the page, which would use the ticket a second time.
  const kind = { frames: apps.map(({ uri }) => uri) }
  return pages.show(context, 200, SigningOut, { apps, continueHref, reports }, { kind, languages: 'none' })
}
