/**
 * Remembers a browser's recent sign-ins in one signed cookie, so that a page about an expired or used sign-in can link
 * to the app. Browsers send the cookie only to the sign-in pages.
 */
import { digestOf } from '../../domain/keys/digest.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import { cookieName } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'
import { setSignedCookie, signedCookie } from '../request/signed-cookies.ts'

const KEEP_SECONDS = 86_400
const SIGN_INS_MAX = 8
const ENTRY = /^([a-z0-9-]{3,63})\.([\w-]{8})\.([0-9a-z]{1,9})$/

export type RecentSignIns = ReturnType<typeof recentSignIns>

export interface RecentSignInSettings {
  readonly mountPath: string
  readonly https: boolean
  readonly signer: Signer
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

export interface RecentSignIn {
  readonly clientId: string
  /** Digest of the interaction's uid. */
  readonly uid: string
  /** When the interaction expires, in seconds since the epoch. */
  readonly until: number
}

const digestOfUid = (uid: string): string => digestOf(uid, 6)
const write = ({ clientId, uid, until }: RecentSignIn): string => `${clientId}.${uid}.${until.toString(36)}`
const readEntry = (text: string): readonly RecentSignIn[] => {
  const [, clientId, uid, until] = ENTRY.exec(text) ?? []
  return clientId === undefined || uid === undefined || until === undefined
    ? []
    : [{ clientId, uid, until: Number.parseInt(until, 36) }]
}

export function recentSignIns({ mountPath, https, signer, seconds }: RecentSignInSettings) {
  const name = cookieName('sso_recent', { https })
  const place = { path: `${mountPath}/interaction`, https, seconds: KEEP_SECONDS }
  const read = ({ req }: RequestContext): readonly RecentSignIn[] =>
    (signedCookie(signer, req, name)?.value.split('~') ?? [])
      .flatMap(readEntry)
      .filter(({ until }) => until + KEEP_SECONDS > seconds())
  return {
    /** @param exp when the interaction expires: seconds since the epoch by the system clock, which the engine uses */
    remember(context: RequestContext, clientId: string, { uid, exp }: { readonly uid: string; readonly exp: number }) {
      const known = read(context)
      const own = { clientId, uid: digestOfUid(uid), until: seconds() + exp - Math.floor(Date.now() / 1000) }
      if (known.some((entry) => entry.uid === own.uid)) return
      const entries = [own, ...known].slice(0, SIGN_INS_MAX)
      setSignedCookie(signer, context.res, name, entries.map(write).join('~'), place)
    },
    /** An interaction's client, and whether the interaction would still be valid. If it is unknown, the only client. */
    recall(
      context: RequestContext,
      uid: string,
    ): { readonly clientId: string | undefined; readonly isCurrent: boolean } {
      const known = read(context)
      const own = known.find((entry) => entry.uid === digestOfUid(uid))
      const [only, ...further] = new Set(known.map(({ clientId }) => clientId))
      return {
        clientId: own?.clientId ?? (further.length === 0 ? only : undefined),
        isCurrent: own !== undefined && own.until > seconds(),
      }
    },
  }
}
