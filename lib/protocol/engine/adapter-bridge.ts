import type { Client } from '../../domain/clients/client-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import { currentRun } from './context.ts'
import type { SessionBridge } from './session-bridge.ts'

/** The verbs that the engine asks of a store, per model. */
export interface StorageModel {
  find(id: string): Promise<object | undefined>
  upsert(id: string, payload: never, ttlSeconds: number): Promise<void>
  destroy(id: string): Promise<void>
}

interface Answered {
  readonly result?: {
    readonly signedIn?: boolean
    readonly login?: { readonly accountId: string; readonly generation?: number; readonly passwordStamp?: string }
  }
}

/** Routes each model of the engine to the port that keeps it. Models that are not in use refuse. */
export function adapterBridge({
  records,
  subjects,
  sessions,
  findClient,
  passwordStampOf,
}: {
  readonly records: EphemeralStore
  readonly subjects: Pick<SubjectStore, 'read'>
  readonly sessions: SessionBridge
  readonly findClient: (id: string) => Promise<Client | undefined>
  readonly passwordStampOf: (subject: string) => Promise<string | undefined>
}): (model: string) => StorageModel {
  const models: Readonly<Record<string, StorageModel>> = {
    Session: { find: sessions.find, upsert: sessions.upsert as StorageModel['upsert'], destroy: sessions.destroy },
    Interaction: {
      async find(id) {
        const value = await records.read('interaction', id)
        if (value === undefined) return undefined
        const interaction = JSON.parse(value) as Answered
        const run = currentRun()
        run.signedIn = interaction.result?.signedIn === true
        const { accountId, generation, passwordStamp } = interaction.result?.login ?? {}
        if (accountId === undefined || generation === undefined) return interaction
        // All was ended, or the password changed, after it was right and before the browser came back: so is that sign-in.
        if ((await subjects.read(accountId)).generation !== generation) return undefined
        if (passwordStamp !== undefined && (await passwordStampOf(accountId)) !== passwordStamp) return undefined
        run.authenticated = { accountId, generation, passwordStamp }
        return interaction
      },
      upsert: (id, payload, ttlSeconds) => records.put('interaction', id, JSON.stringify(payload), ttlSeconds * 1000),
      // Not before the answer is certain: whoever gets 503 comes again with the same page.
      destroy: async (id) => {
        currentRun().finish = () => records.remove('interaction', id)
      },
    },
    Client: {
      async find(id) {
        const run = currentRun()
        const client = run.client ?? (await findClient(id))
        if (client?.status !== 'active') return undefined
        run.client = client
        return engineClient(client)
      },
      ...unused('Client'),
    },
  }
  return (model) => models[model] ?? { find: async () => undefined, ...unused(model) }
}

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
