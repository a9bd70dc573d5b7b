import type { Client } from '../../domain/clients/client-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import type { EngineRun } from './context.ts'
import { type Interaction, readInteraction, writeInteraction } from './interaction-record.ts'

export type Interactions = ReturnType<typeof interactionStore>

const KIND = 'interaction'

/** Stored interactions, each bound to the browser that started it. */
export function interactionStore(parts: {
  readonly records: EphemeralStore
  readonly subjects: Pick<SubjectStore, 'read'>
  readonly passwordStampOf: (subject: string) => Promise<string | undefined>
  readonly binding: BrowserBinding
}) {
  const { records, subjects, passwordStampOf, binding } = parts
  const store = {
    assertBrowser: binding.assertSent,
    /** Undefined if the interaction has ended or belongs to another browser. */
    async read(run: EngineRun, uid: string): Promise<Interaction | undefined> {
      const value = await records.read(KIND, uid)
      if (value === undefined) return undefined
      const { browser, clientSince, ...stored } = readInteraction(value)
      run.interaction = { browser, clientSince }
      if (!binding.isBound(run.context, browser)) return undefined
      run.signedIn = stored.result?.signedIn === true
      return { ...stored, uid }
    },
    /** Whether the interaction's sign-in, if any, is still valid. */
    async isInForce(run: EngineRun, { params, result }: Interaction): Promise<boolean> {
      const { accountId, generation, passwordStamp, endsAt, upstream } = result?.login ?? {}
      if (accountId === undefined || generation === undefined) return true
      const client = params.client_id ?? ''
      const [subject, stamp, hasEnded] = await Promise.all([
        subjects.read(accountId, '', client),
        passwordStamp === undefined ? undefined : passwordStampOf(accountId),
        upstream === undefined ? false : hasUpstreamEnded(records, upstream),
      ])
      // A revocation, a new password, or a logout at the provider after the sign-in makes it invalid.
      if (subject.generation !== generation || stamp !== passwordStamp || hasEnded) return false
      const { rolesGeneration } = subject
      const clientGeneration = { client, generation: subject.clientGeneration }
      const versions = { generation, clientGeneration, rolesGeneration, passwordStamp }
      run.authenticated = { accountId, ...versions, endsAt, upstream }
      return true
    },
    /** Reads an interaction that is still valid. */
    async find(run: EngineRun, uid: string): Promise<Interaction | undefined> {
      const interaction = await store.read(run, uid)
      return interaction !== undefined && (await store.isInForce(run, interaction)) ? interaction : undefined
    },
    save({ interaction: known, client, context }: EngineRun, { uid, ...interaction }: Interaction, seconds: number) {
      const clientSince = known?.clientSince ?? client?.createdAt
      const text = writeInteraction(uid, {
        ...interaction,
        browser: known?.browser ?? binding.bind(context),
        ...(clientSince === undefined ? {} : { clientSince }),
      })
      return records.put(KIND, uid, text, seconds * 1000)
    },
    /** Ends an interaction, so that its result cannot be used again. `ended`: another request has already ended it. */
    end: async (uid: string): Promise<'first' | 'ended'> =>
      (await records.take(KIND, uid)) === undefined ? 'ended' : 'first',
  }
  return store
}

/** Whether an interaction was started for this client rather than for an earlier one with the same ID. */
export const isSameClient = (client: Client, interaction: EngineRun['interaction']): boolean =>
  interaction?.clientSince === undefined || interaction.clientSince === client.createdAt
