import type { Client } from '../../domain/clients/client-record.ts'
import { currentRun } from './context.ts'
import type { Interaction } from './interaction-record.ts'
import { isSameClient } from './interactions.ts'
import type { EngineSettings } from './settings.ts'

/** The store operations that the engine calls for a model. */
export interface StorageModel {
  find(id: string): Promise<object | undefined>
  upsert(id: string, payload: never, ttlSeconds: number): Promise<void>
  destroy(id: string): Promise<void>
}

/** Connects the engine's models to the store. Throws if the engine writes or deletes a record of an unused model. */
export function adapterBridge(
  settings: Pick<EngineSettings, 'interactions' | 'sessions' | 'findClient'>,
): (model: string) => StorageModel {
  const { interactions, sessions, findClient } = settings
  const models: Readonly<Record<string, StorageModel>> = {
    Session: {
      find: (cookie) => sessions.find(currentRun(), cookie),
      upsert: (cookie, payload) => sessions.save(currentRun(), cookie, payload),
      // The engine calls this before it ends the session or gives it a new cookie.
      destroy: async (cookie) => sessions.leave(currentRun(), cookie),
    },
    Interaction: {
      find: (uid) => interactions.find(currentRun(), uid),
      upsert: (uid, payload: Interaction, seconds) => interactions.save(currentRun(), { ...payload, uid }, seconds),
      // Removal is deferred until the request has succeeded, so that the user can submit the page again after a 503.
      async destroy(uid) {
        currentRun().finish = () => interactions.end(uid)
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

const engineClients = new WeakMap<Client, object>()

/** Converts a client to the engine's format. Marks it as public, because Portico authenticates clients itself. */
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
