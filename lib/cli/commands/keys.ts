import { externalKeys } from '../../domain/keys/external-signer.ts'
import { type KeyRing, type KeyView, storedKeyRing } from '../../domain/keys/key-ring.ts'
import { keyTimes } from '../../domain/keys/key-timing.ts'
import { seal, secretId } from '../../domain/keys/seal.ts'
import { isLackedByNodes, readSecretSets } from '../../domain/keys/secret-registry.ts'
import { type Command, confirmed, json, printList, Refused } from '../terminal/command.ts'
import { command } from './command.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

/** Portico's signing keys, which are encrypted with the root secret. */
export const keyRing = ({ configuration, secrets, storage }: OpenStore): KeyRing =>
  storedKeyRing(storage.documents, seal(secrets), keyTimes(configuration.keys, configuration.lifetimes), Date.now)

const time = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : new Date(seconds * 1000).toISOString()

const lineOf = ({ kid, state, publishedAt, activatedAt, retiredAt }: KeyView): string =>
  `${kid}  ${state.padEnd(8)}  published ${time(publishedAt)}  signing since ${time(activatedAt)}  retired ${time(retiredAt)}`

const list = command('keys list', (args, terminal) =>
  withStore(terminal, async (store) => {
    const external = await externalOf(store)
    if (external !== undefined) {
      terminal.err(EXTERNAL)
      const data = { line: ({ kid, state }: ExternalKey) => `${kid}  ${state}`, data: (key: ExternalKey) => key }
      return printList(external, data, args, terminal)
    }
    const ring = keyRing(store)
    await ring.refresh()
    return printList(ring.list(), { line: lineOf, data: (key) => key }, args, terminal)
  }),
)

const rotate = command('keys rotate', (args, terminal) =>
  withStore(terminal, async (store) => {
    const compromised = args.flag('compromised')
    if ((await externalOf(store)) !== undefined) throw new Refused(`${EXTERNAL}; nothing was changed`)
    const sets = await readSecretSets(store.storage.documents)
    if (isLackedByNodes(sets, secretId(store.secrets[0]), Date.now())) throw new Refused(LACKED)
    if (compromised && !(await confirmed(COMPROMISED, args, terminal))) return 1
    const ring = keyRing(store)
    await ring.rotate(compromised ? 'compromised' : undefined)
    const event = compromised ? 'key.withdrawn' : 'key.rotation-asked'
    await store.audit.record({ event, result: 'ok', actor: CLI_ACTOR })
    if (args.flag('json')) terminal.out(json(ring.list()))
    terminal.err('done')
    return 0
  }),
)

const externalOf = ({ storage, secrets }: OpenStore) => externalKeys(storage.documents, seal(secrets), Date.now())
type ExternalKey = NonNullable<Awaited<ReturnType<typeof externalOf>>>[number]

const EXTERNAL = 'an external signer keeps the signing keys; rotate them there'

const LACKED =
  'a running node lacks the first of these root secrets and would not be able to decrypt the next key; nothing was changed'

const COMPROMISED =
  'All access tokens will stop working immediately, and ID tokens will no longer be accepted as hints. Apps will have to refresh their tokens, or users sign in again.'

export const KEYS_COMMANDS: readonly Command[] = [list, rotate]
