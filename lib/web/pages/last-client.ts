/**
 * Remembers each interaction's client in a signed cookie, so that a page about an expired request can link to the app.
 * Tabs share cookies, so each interaction has its own. Browsers send these cookies only to the sign-in pages.
 */
import type { Signer } from '../../domain/keys/signer.ts'
import { cookieName, cookieValue, setCookie } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

const KEEP_SECONDS = 86_400
const SLOTS = 8
const VALUE = /^([a-z0-9-]{3,63})\.([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/

export type LastClient = ReturnType<typeof lastClient>

export interface LastClientSettings {
  readonly mountPath: string
  readonly https: boolean
  readonly signer: Signer
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

const slotOf = (uid: string): number => [...uid].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % SLOTS

export function lastClient({ mountPath, https, signer, seconds }: LastClientSettings) {
  const names = Array.from({ length: SLOTS }, (_, slot) => cookieName(`sso_last_client_${slot}`, { https }))
  const nameOf = (uid: string): string => names[slotOf(uid)] ?? ''
  // The signature also covers the cookie's name, so that no other signed cookie is accepted in its place.
  const signed = (clientId: string, uid: string, until: string): string => `${nameOf(uid)}=${clientId}.${uid}.${until}`
  const read = ({ req }: RequestContext, name: string): { clientId: string; uid: string } | undefined => {
    const [, clientId, uid = '', until = '', signature = ''] = VALUE.exec(cookieValue(req, name) ?? '') ?? []
    if (clientId === undefined || Number(until) <= seconds() || nameOf(uid) !== name) return undefined
    return signer.index(signed(clientId, uid, until), signature) === -1 ? undefined : { clientId, uid }
  }
  return {
    /** @param uid the interaction whose page the browser is sent to */
    remember({ res }: RequestContext, clientId: string, uid: string): void {
      const until = String(seconds() + KEEP_SECONDS)
      const value = `${clientId}.${uid}.${until}.${signer.sign(signed(clientId, uid, until))}`
      setCookie(res, nameOf(uid), value, { path: `${mountPath}/interaction`, https, seconds: KEEP_SECONDS })
    },
    /** An interaction's client. If its cookie is missing, the client that all other cookies name, if they agree. */
    recall(context: RequestContext, uid: string): string | undefined {
      const known = names.flatMap((name) => read(context, name) ?? [])
      const own = known.find((entry) => entry.uid === uid)
      const [only, ...further] = new Set(known.map(({ clientId }) => clientId))
      return own?.clientId ?? (further.length === 0 ? only : undefined)
    },
  }
}
