import type { Client } from '../../domain/clients/client-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import type { EngineRun } from './context.ts'
import { type Interaction, readInteraction, writeInteraction } from './interaction-record.ts'

/** Interactions in the store, each of them the browser's that began it. */
export interface Interactions {
  /** Undefined when it is over or of another browser, and when the sign-in that it was answered with counts no more. */
  find(run: EngineRun, uid: string): Promise<Interaction | undefined>
  save(run: EngineRun, interaction: Interaction, seconds: number): Promise<void>
  /** To be ended as soon as the answer is certain: whoever gets 503 comes again with the same page. */
  end(run: EngineRun, uid: string): void
}

const KIND = 'interaction'

export function interactionStore({
  records,
  subjects,
  passwordStampOf,
  binding,
}: {
  readonly records: EphemeralStore
  readonly subjects: Pick<SubjectStore, 'read'>
  readonly passwordStampOf: (subject: string) => Promise<string | undefined>
  readonly binding: BrowserBinding
}): Interactions {
  return {
    async find(run, uid) {
      const value = await records.read(KIND, uid)
      if (value === undefined) return undefined
      const { browser, clientSince, ...stored } = readInteraction(value)
      const interaction = { ...stored, uid }
      if (browser !== undefined) run.interaction = { browser, clientSince }
      if (browser !== undefined && !binding.isBound(run.context, browser)) return undefined
      run.signedIn = stored.result?.signedIn === true
      const { accountId, generation, passwordStamp, endsAt, upstream } = stored.result?.login ?? {}
      if (accountId === undefined || generation === undefined) return interaction
      // All was ended, or the password changed, after it was right and before the browser came back: so is that sign-in.
      const subject = await subjects.read(accountId)
      if (subject.generation !== generation) return undefined
      if (passwordStamp !== undefined && (await passwordStampOf(accountId)) !== passwordStamp) return undefined
      if (upstream !== undefined && (await hasUpstreamEnded(records, upstream))) return undefined
      const { rolesGeneration } = subject
      run.authenticated = { accountId, generation, rolesGeneration, passwordStamp, endsAt, upstream }
      return interaction
    },
    save({ interaction: known, client, context }, { uid, ...interaction }, seconds) {
      const clientSince = known?.clientSince ?? client?.createdAt
      const text = writeInteraction(uid, {
        ...interaction,
        browser: known?.browser ?? binding.bind(context),
        ...(clientSince === undefined ? {} : { clientSince }),
      })
      return records.put(KIND, uid, text, seconds * 1000)
    },
    end(run, uid) {
      run.finish = async () => ((await records.take(KIND, uid)) === undefined ? 'over' : 'first')
    },
  }
}

/** Whether an interaction was begun for this client, and not for an earlier one with its id. */
export const isSameClient = (client: Client, interaction: EngineRun['interaction']): boolean =>
  interaction?.clientSince === undefined || interaction.clientSince === client.createdAt
