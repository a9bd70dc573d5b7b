/**
 * The page at the end of a sign-out: what became of each app, and where to go from there. After the front-channel page the
 * browser comes to it by an address of its own, so the apps wait in the store meanwhile, under an unguessable id: no address
 * can put names on the page. The page before it says which of them answered, by their numbers; without that word none is
 * called signed out.
 */

import { randomBytes } from 'node:crypto'
import type { Client } from '../../domain/clients/client-record.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { wayBackTo } from '../../web/pages/client-view.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { type EndedApps, NO_APPS } from './ended-apps.ts'
import { SignedOut } from './signed-out-view.tsx'

/** What has ended. */
export interface Ended extends EndedApps {
  /** Sessions of the user, where all of them ended. */
  readonly devices?: number
}

export interface SignedOutPages {
  /** Where a sign-out leads when no app gave an address: to the page below, which names the apps again. */
  continueHref(ended: Ended, clientId?: string): Promise<string>
  show(context: RequestContext, ended: Ended | undefined, client?: Client): Promise<void>
}

export interface SignedOutSettings {
  /** Absolute or below this host. */
  readonly logoutHref: string
  readonly pages: Pages
  readonly records: EphemeralStore
  /** The portal; undefined without one. */
  readonly accountHref: string | undefined
}

const KIND = 'signed-out'
/** Reload and a choice of language are no reason to forget them. */
const KEPT_MS = 10 * 60_000
const ID = /^[\w-]{22}$/
const NUMBERS = /^\d{1,3}(\.\d{1,3}){0,99}$/

export function signedOutPages({ logoutHref, pages, records, accountHref }: SignedOutSettings): SignedOutPages {
  const kept = async (query: URLSearchParams): Promise<Ended> => {
    const id = query.get('ended') ?? ''
    // The sign-out is done: a store that is away costs the page its list, not the page.
    const text = ID.test(id) ? await records.read(KIND, id).catch(() => undefined) : undefined
    return text === undefined ? NO_APPS : readRecord<Ended>(text)
  }
  return {
    async continueHref(apps, clientId) {
      const id = randomBytes(16).toString('base64url')
      const ended = await records.put(KIND, id, writeRecord(apps), KEPT_MS).then(
        () => id,
        () => undefined,
      )
      return withParameters(logoutHref, { client_id: clientId, ended })
    },
    async show(context, ended, client) {
      const query = new URLSearchParams(context.query)
      const { done, framed, untold, devices } = ended ?? (await kept(query))
      const confirmed = confirmedIn(query)
      const back = wayBackTo(client, pages.view(context))
      await pages.show(context, 200, SignedOut, {
        apps: [...done, ...framed.flatMap(({ name }, index) => (confirmed.has(index) ? [name] : []))],
        unconfirmed: framed.filter((_app, index) => !confirmed.has(index)),
        untold,
        devices,
        client: back,
        own: client?.source === 'service',
        accountHref: back !== undefined && back.homeHref === accountHref ? undefined : accountHref,
      })
    },
  }
}

function confirmedIn(query: URLSearchParams): ReadonlySet<number> {
  const text = query.get('confirmed') ?? ''
  return new Set(NUMBERS.test(text) ? text.split('.').map(Number) : [])
}
