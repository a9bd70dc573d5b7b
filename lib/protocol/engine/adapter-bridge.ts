import type { Client } from '../../domain/clients/client-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import { currentRun, type EngineRun } from './context.ts'
import { readInteraction, type StoredInteraction, writeInteraction } from './interaction-record.ts'
import type { SessionBridge } from './session-bridge.ts'

/** The verbs that the engine asks of a store, per model. */
export interface StorageModel {
  find(id: string): Promise<object | undefined>
  upsert(id: string, payload: never, ttlSeconds: number): Promise<void>
  destroy(id: string): Promise<void>
}

/** Routes each model of the engine to the port that keeps it. Models that are not in use refuse. */
export function adapterBridge({
  records,
  subjects,
  sessions,
  findClient,
  passwordStampOf,
  binding,
}: {
  readonly records: EphemeralStore
  readonly subjects: Pick<SubjectStore, 'read'>
  readonly sessions: SessionBridge
  readonly findClient: (id: string) => Promise<Client | undefined>
  readonly passwordStampOf: (subject: string) => Promise<string | undefined>
  readonly binding: BrowserBinding
}): (model: string) => StorageModel {
  const models: Readonly<Record<string, StorageModel>> = {
    Session: { find: sessions.find, upsert: sessions.upsert as StorageModel['upsert'], destroy: sessions.destroy },
    Interaction: {
      async find(id) {
        const value = await records.read('interaction', id)
        if (value === undefined) return undefined
        const { browser, clientSince, ...interaction } = readInteraction(value)
        const run = currentRun()
        if (browser !== undefined) run.interaction = { browser, clientSince }
        if (browser !== undefined && !binding.isBound(run.context, browser)) return undefined
        run.signedIn = interaction.result?.signedIn === true
        const { accountId, generation, passwordStamp, endsAt, upstream } = interaction.result?.login ?? {}
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
      upsert(id, payload: StoredInteraction, ttlSeconds) {
        const { interaction, client, context } = currentRun()
        const clientSince = interaction?.clientSince ?? client?.createdAt
        const text = writeInteraction({
          ...payload,
          browser: interaction?.browser ?? binding.bind(context),
          ...(clientSince === undefined ? {} : { clientSince }),
        })
        return records.put('interaction', id, text, ttlSeconds * 1000)
      },
      // Not before the answer is certain: whoever gets 503 comes again with the same page.
      destroy: async (id) => {
        currentRun().finish = async () => ((await records.take('interaction', id)) === undefined ? 'over' : 'first')
      },
    },
    Client: {
      async find(id) {
        const run = currentRun()
        const client = run.client ?? (await findClient(id))
        if (client?.status !== 'active' || !isSameClient(client, run.interaction)) return undefined
        run.client = client
        return engineClient(client)
      },
      ...unused('Client'),
    },
  }
  return (model) => models[model] ?? { find: async () => undefined, ...unused(model) }
}

/** Whether an interaction was begun for this client, and not for an earlier one with its id. */
export const isSameClient = (client: Client, interaction: EngineRun['interaction']): boolean =>
  interaction?.clientSince === undefined || interaction.clientSince === client.createdAt

const engineClients = new WeakMap<Client, object>()

/** A client as the engine knows it. It never authenticates one, so all are public to it. */
function engineClient(client: Client): object {
  let known = engineClients.get(client)
  if (known === undefined) {
    known = {
      client_id: client.clientId,
      redirect_uris: client.redirectUris,
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    }
    engineClients.set(client, known)
  }
  return known
}

function unused(model: string): Pick<StorageModel, 'upsert' | 'destroy'> {
  const refuse = async (): Promise<never> => {
    throw new Error(`the engine's model ${model} is not in use`)
  }
  return { upsert: refuse, destroy: refuse }
}
