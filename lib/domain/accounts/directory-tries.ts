import { DIRECTORY_TRIES } from '../../../policies/directory-lockout.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'

/** The tries that a directory service may hear of an account: each is a record of its own, so that no window begins anew with all of them. */
export interface DirectoryTries {
  /** Takes a try before the password is sent, so that simultaneous ones all count. Undefined: none is left. */
  take(account: string): Promise<DirectoryTry | undefined>
}

export interface DirectoryTry {
  /** The password was right, or nobody could judge it. */
  giveBack(): Promise<void>
}

const KIND = 'directory-try'

export function directoryTries(records: Pick<EphemeralStore, 'claim' | 'remove'>): DirectoryTries {
  return {
    async take(account) {
      for (let number = 1; number <= DIRECTORY_TRIES.limit; number += 1) {
        const id = `${account} ${number}`
        if ((await records.claim(KIND, id, 'taken', DIRECTORY_TRIES.windowSeconds * 1000)) === 'claimed')
          return { giveBack: () => records.remove(KIND, id) }
      }
      return undefined
    },
  }
}
