import { setTimeout as wait } from 'node:timers/promises'
import { DIRECTORY_TRIES } from '../../../policies/directory-lockout.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { unavailable } from '../denial-error.ts'

/** The tries that a directory service may hear of an account: each is a record of its own, so that no window begins anew with all of them. */
export interface DirectoryTries {
  /**
   * Takes a try before the password is sent, so that simultaneous ones all count. Undefined: as many were wrong as may be.
   * @throws DenialError 503 when others have them all that are not judged in time
   */
  take(account: string): Promise<DirectoryTry | undefined>
}

export interface DirectoryTry {
  /** The password was wrong. */
  keep(): Promise<void>
  /** It was right, or nobody could judge it. */
  giveBack(): Promise<void>
}

const KIND = 'directory-try'
const WINDOW_MS = DIRECTORY_TRIES.windowSeconds * 1000
/** Longer than any password is judged; whoever has not said by then how it went will not. */
const JUDGED_MS = 15_000
/** Between two looks at tries that others have taken. */
const PAUSES_MS = [50, 100, 200, 400, 800]
const WRONG = '0'

/** @param now milliseconds since the epoch */
export function directoryTries(
  records: Pick<EphemeralStore, 'claim' | 'put' | 'read' | 'remove'>,
  now: () => number,
): DirectoryTries {
  const claim = async (id: string): Promise<DirectoryTry | undefined> => {
    if ((await records.claim(KIND, id, String(now() + JUDGED_MS), WINDOW_MS)) === 'taken') return undefined
    return {
      keep: () => records.put(KIND, id, WRONG, WINDOW_MS),
      giveBack: () => records.remove(KIND, id),
    }
  }
  /** Not all of them were wrong: some are judged now, or have been given back. */
  const mayComeFree = async (ids: readonly string[]): Promise<boolean> => {
    const held = await Promise.all(ids.map((id) => records.read(KIND, id)))
    return held.some((value) => value === undefined || Number(value) > now())
  }
  return {
    async take(account) {
      const ids = Array.from({ length: DIRECTORY_TRIES.limit }, (_, number) => `${account} ${number}`)
      for (const pause of [...PAUSES_MS, 0]) {
        for (const id of ids) {
          const taken = await claim(id)
          if (taken !== undefined) return taken
        }
        if (!(await mayComeFree(ids))) return undefined
        await wait(pause)
      }
      throw unavailable('directory_unavailable', 'other passwords of this account are being checked')
    },
  }
}
