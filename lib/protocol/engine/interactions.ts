import type { Client } from '../../domain/clients/client-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import type { EngineRun } from './context.ts'
import { type Interaction, readInteraction, writeInteraction } from './interaction-record.ts'

/** Stored interactions, each bound to the browser that started it. */
export interface Interactions {
  /** Undefined when the interaction has ended or belongs to another browser. */
  read(run: EngineRun, uid: string): Promise<Interaction | undefined>
  /** Whether the interaction's sign-in, if any, is still valid. */
  isInForce(run: EngineRun, interaction: Interaction): Promise<boolean>
  /** Reads an interaction that is still valid. */
  find(run: EngineRun, uid: string): Promise<Interaction | undefined>
  save(run: EngineRun, interaction: Interaction, seconds: number): Promise<void>
  /** Ends an interaction whose result is used. `over`: another request has already ended it and has the code. */
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
      // A revocation, a new password, or a logout at the provider since the sign-in invalidates it.
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

/** Whether an interaction was started for this client, not for an earlier client with the same id. */
export const isSameClient = (client: Client, interaction: EngineRun['interaction']): boolean =>
  interaction?.clientSince === undefined || interaction.clientSince === client.createdAt
