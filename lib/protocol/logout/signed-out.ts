/**
 * The page at the end of a sign-out: of which apps, and where to go from there. After the front-channel page the browser
 * comes to it by an address of its own, so the names wait in the store meanwhile, under an unguessable id: no address can
 * put names on the page.
 */

import { randomBytes } from 'node:crypto'
import type { Client } from '../../domain/clients/client-record.ts'
import { readList, writeList } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { wayBackTo } from '../../web/pages/client-view.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { SignedOut } from './signed-out-view.tsx'

export interface SignedOutPages {
  /** Where the front-channel page leads when no app gave an address: to the page below, which names the apps again. */
  continueHref(apps: readonly string[], client?: Client): Promise<string>
  show(context: RequestContext, apps: readonly string[], client?: Client): Promise<void>
}

export interface SignedOutSettings {
  readonly logoutPath: string
  readonly pages: Pages
  readonly records: EphemeralStore
  /** The portal; undefined without one. */
  readonly accountHref: string | undefined
}

const KIND = 'signed-out'
/** Reload and a choice of language are no reason to forget them. */
const KEPT_MS = 10 * 60_000
const ID = /^[\w-]{22}$/

export function signedOutPages({ logoutPath, pages, records, accountHref }: SignedOutSettings): SignedOutPages {
  const kept = async (context: RequestContext): Promise<readonly string[]> => {
    const id = new URLSearchParams(context.query).get('ended') ?? ''
    // The sign-out is done: a store that is away costs the page its list, not the page.
    const text = ID.test(id) ? await records.read(KIND, id).catch(() => undefined) : undefined
    return text === undefined ? [] : readList<string>(text)
  }
  return {
    async continueHref(apps, client) {
      const id = randomBytes(16).toString('base64url')
      const ended = await records.put(KIND, id, writeList([...new Set(apps)]), KEPT_MS).then(
        () => id,
        () => undefined,
      )
      return withParameters(logoutPath, { client_id: client?.clientId, ended })
    },
    async show(context, apps, client) {
      const back = wayBackTo(client, pages.view(context))
      await pages.show(context, 200, SignedOut, {
        apps: apps.length === 0 ? await kept(context) : [...new Set(apps)],
        client: back,
        accountHref: back !== undefined && back.homeHref === accountHref ? undefined : accountHref,
      })
    },
  }
}
