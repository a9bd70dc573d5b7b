import { seal, secretId } from '../../domain/keys/seal.ts'
import {
  type RootSecretParts,
  type RootSecretsView,
  type RootSecretView,
  resealAll,
  rootSecretsView,
} from '../../domain/management/root-secrets.ts'
import type { SecretRetirement } from '../../domain/management/secret-retirement.ts'
import { type Command, json, Refused } from '../terminal/command.ts'
import { command } from './command.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

const partsOf = ({ storage, factors, secrets, configuration }: OpenStore): RootSecretParts => ({
  documents: storage.documents,
  factors,
  seals: new Map(secrets.map((one) => [secretId(one), seal([one])])),
  sealer: seal(secrets),
  lifetimes: configuration.lifetimes,
  auditDays: configuration.audit.keepDays,
  now: Date.now,
})

const status = command('secret status', (args, terminal) =>
  withStore(terminal, async (store) => {
    const view = await rootSecretsView(partsOf(store))
    if (args.flag('json')) terminal.out(json(view))
    else for (const line of linesOf(view)) terminal.out(line)
    return 0
  }),
)

const reseal = command('secret reseal', (args, terminal) =>
  withStore(terminal, async (store) => {
    const view = await rootSecretsView(partsOf(store))
    const refusal = refusalOf(view)
    if (refusal !== undefined) throw new Refused(`${refusal}; nothing was changed`)
    const done = await resealAll(partsOf(store))
    if (done.keys + done.authenticators > 0)
      await store.audit.record({ event: 'secret.resealed', result: 'ok', actor: CLI_ACTOR })
    if (args.flag('json')) terminal.out(json(done))
    else terminal.out(`re-encrypted: ${done.keys} keys, ${done.authenticators} authenticator apps`)
    return 0
  }),
)

/** Why values cannot be re-encrypted yet: some node could not decrypt them, or would keep using the old secret. */
function refusalOf({ secrets: [first, ...older], unknown, lost }: RootSecretsView): string | undefined {
  if (lost > 0) return `${lost} values are encrypted with a different secret; add it to PORTICO_SECRET`
  if (unknown.length > 0)
    return 'a running node has a secret that is missing here; list all of them, with the new one first'
  if (older.some(({ nodes, retirement }) => nodes === 'use' || retirement.may === 'after-nodes'))
    return `not every running node uses ${first?.id}; set it on all of them, listed before the old one`
  return undefined
}

const NODES = { use: 'running nodes use it', accept: 'running nodes accept it' }

function linesOf({ secrets, unknown, lost }: RootSecretsView): readonly string[] {
  return [
    ...secrets.flatMap((secret, index) => linesOfOne(secret, index)),
    ...(unknown.length === 0 ? [] : [`running nodes have secrets that are missing here: ${unknown.join(', ')}`]),
    ...(lost === 0 ? [] : [`encrypted with a different secret: ${lost}`]),
  ]
}

function linesOfOne(secret: RootSecretView, index: number): readonly string[] {
  const { id, nodes, sealed, recoveryCodes, retirement, auditedUntil } = secret
  const held = [
    [sealed['signing-keys'], 'signing keys'],
    [sealed['external-keys'], 'external keys'],
    [sealed['receipt-keys'], 'keys of receipts'],
    [sealed.authenticator, 'authenticator apps'],
  ] as const
  const words = held.filter(([count]) => count > 0).map(([count, what]) => `${what} (${count})`)
  return [
    `${index + 1}. ${id}  ${nodes === undefined ? 'no running node has it' : NODES[nodes]}`,
    `   encrypts: ${words.length === 0 ? 'nothing' : words.join(', ')}`,
    `   ${wordsOf(retirement)}`,
    index > 0 &&
      recoveryCodes > 0 &&
      `   without it, the recovery codes for ${recoveryCodes} users will stop working; they can create new ones in the portal`,
    index > 0 && `   without it, the audit trail cannot be verified before ${dateOf(auditedUntil)}`,
  ].filter((line) => line !== false)
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

function wordsOf(retirement: SecretRetirement): string {
  switch (retirement.may) {
    case 'in-use':
      return 'in use: signs and encrypts new data'
    case 'after-nodes':
      return 'must be kept: a running node uses it or lacks the first secret'
    case 'after-reseal':
      return 'must be kept until portico secret reseal has re-encrypted its data'
    case 'at':
      return `can be removed on ${dateOf(retirement.at)} UTC; until then, refresh tokens, sessions, and cookies created with it may be valid`
    case 'now':
      return 'can be removed now'
  }
}

export const SECRET_COMMANDS: readonly Command[] = [status, reseal]
