import { gateRedirectUri } from '../../../policies/gate.ts'
import { RESOURCE_AUDIENCE } from '../../../policies/signing.ts'
import { describeReceived, listAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import CLIENT from '../schema/client-settings.json' with { type: 'json' }

/**
 * Clients that Portico itself registers (the panel, the portal, and the host's pages), and the audience of access
 * tokens: the ID tokens of a client with that ID would be for the resource servers.
 */
const RESERVED_IDS = new Set(['sso-admin', 'sso-portal', 'sso-host', RESOURCE_AUDIENCE])

export function checkClients(data: unknown): readonly ConfigIssue[] {
  const clients = listAt(data, 'clients')
  return [
    ...checkIds(clients),
    ...checkRedirectUris(clients),
    ...clients.flatMap((client, index) => (isGate(client) ? checkGate(client, index) : checkSecret(client, index))),
  ]
}

function checkIds(clients: readonly unknown[]): readonly ConfigIssue[] {
  const holders = new Map<string, string>()
  return clients.flatMap((client, index): ConfigIssue[] => {
    const id = textAt(client, 'client_id')
    if (id === undefined) return []
    const path = `clients[${index}].client_id`
    const received = describeReceived(id, 'shown')
    if (RESERVED_IDS.has(id))
      return [configIssue('E1006', path, 'an id that the service does not use itself', received)]
    const holder = holders.get(id)
    if (holder !== undefined) return [configIssue('E1005', path, 'an id of its own', `${received}, as in ${holder}`)]
    holders.set(id, path)
    return []
  })
}

// The schema (`uniqueItems`) detects duplicates within one client.
function checkRedirectUris(clients: readonly unknown[]): readonly ConfigIssue[] {
  const holders = new Map<string, { readonly client: number; readonly path: string }>()
  return clients.flatMap((client, index) =>
    listAt(client, 'redirect_uris').flatMap((uri, place): ConfigIssue[] => {
      if (typeof uri !== 'string') return []
      const path = `clients[${index}].redirect_uris[${place}]`
      const holder = holders.get(uri)
      if (holder === undefined) holders.set(uri, { client: index, path })
      if (holder === undefined || holder.client === index) return []
      const received = `${describeReceived(uri, 'shown')}, as in ${holder.path}`
      return [configIssue('E1005', path, 'a URL that no other client uses', received)]
    }),
  )
}

const has = (client: unknown, key: string): boolean =>
  typeof client === 'object' && client !== null && Object.hasOwn(client, key)

const isGate = (client: unknown): boolean => has(client, 'gate')

/** Rejects redirect URIs and other settings that Portico derives from a gated app's URL. */
function checkGate(client: unknown, index: number): readonly ConfigIssue[] {
  const path = `clients[${index}]`
  const said = ['backchannel_logout_uri', 'frontchannel_logout_uri'].filter((key) => has(client, key))
  const uris = listAt(client, 'redirect_uris')
  const own = gateRedirectUri(textAt(objectAt(client, 'gate'), 'url') ?? '', textAt(client, 'client_id') ?? '')
  if (uris.length > 0 && !(uris.length === 1 && uris[0] === own)) said.push('redirect_uris')
  const issue = (key: string, expected: string, received: string, hint?: string) =>
    configIssue('E1006', `${path}.${key}`, expected, received, hint)
  return [
    textAt(client, 'client_type') !== 'confidential' &&
      issue('client_type', '"confidential", as it is a gated app', 'another type'),
    has(client, 'client_secret') &&
      issue('client_secret', 'no secret in a gated app', 'a secret (value hidden)', 'remove it'),
    ...said.map((key) => issue(key, 'nothing in a gated app', 'a value', 'remove it')),
  ].filter((one) => one !== false)
}

function checkSecret(client: unknown, index: number): readonly ConfigIssue[] {
  const type = textAt(client, 'client_type')
  const hasSecret = has(client, 'client_secret')
  const path = `clients[${index}].client_secret`
  const { expected, hint } = CLIENT.properties.client_secret
  if (type === 'confidential' && !hasSecret) {
    return [configIssue('E1004', path, `${expected} in a confidential client`, 'nothing', hint)]
  }
  if (type !== 'public' || !hasSecret) return []
  const remedy = 'remove it, or make the client confidential'
  return [configIssue('E1006', path, 'no secret in a public client', 'a secret (value hidden)', remedy)]
}
