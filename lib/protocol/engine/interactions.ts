import type { Client } from '../../domain/clients/client-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import type { EngineRun } from './context.ts'
import { type Interaction, readInteraction, writeInteraction } from './interaction-record.ts'

/** Interactions in the store, each of them the browser's that began it. */
export interface Interactions {
  /** Undefined when it is over or of another browser. */
  read(run: EngineRun, uid: string): Promise<Interaction | undefined>
  /** Whether the sign-in that it was answered with, if any, still counts. */
  isInForce(run: EngineRun, interaction: Interaction): Promise<boolean>
  /** One that is in force. */
  find(run: EngineRun, uid: string): Promise<Interaction | undefined>
  save(run: EngineRun, interaction: Interaction, seconds: number): Promise<void>
  /** Ends one whose answer has been taken. `over`: another request has done so, and has the code. */
  end(uid: string): Promise<'first' | 'over'>
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
  const store: Interactions = {
    async read(run, uid) {
      const value = await records.read(KIND, uid)
      if (value === undefined) return undefined
      const { browser, clientSince, ...stored } = readInteraction(value)
      run.interaction = { browser, clientSince }
      if (!binding.isBound(run.context, browser)) return undefined
      run.signedIn = stored.result?.signedIn === true
      return { ...stored, uid }
    },
    async isInForce(run, { params, result }) {
      const { accountId, generation, passwordStamp, endsAt, upstream } = result?.login ?? {}
      if (accountId === undefined || generation === undefined) return true
      const client = params.client_id ?? ''
      const [subject, stamp, hasEnded] = await Promise.all([
        subjects.read(accountId, '', client),
        passwordStamp === undefined ? undefined : passwordStampOf(accountId),
        upstream === undefined ? false : hasUpstreamEnded(records, upstream),
      ])
      // All was ended, or the password changed, after it was right and before the browser came back: so is that sign-in.
      if (subject.generation !== generation || stamp !== passwordStamp || hasEnded) return false
      const { rolesGeneration } = subject
      const clientGeneration = { client, generation: subject.clientGeneration }
      run.authenticated = {
        accountId,
        generation,
        clientGeneration,
        rolesGeneration,
        passwordStamp,
        endsAt,
        upstream,
      }
      return true
    },
    async find(run, uid) {
      const interaction = await store.read(run, uid)
      return interaction !== undefined && (await store.isInForce(run, interaction)) ? interaction : undefined
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
    end: async (uid) => ((await records.take(KIND, uid)) === undefined ? 'over' : 'first'),
  }
  return store
}

/** Whether an interaction was begun for this client, and not for an earlier one with its id. */
export const isSameClient = (client: Client, interaction: EngineRun['interaction']): boolean =>
  interaction?.clientSince === undefined || interaction.clientSince === client.createdAt
