import { obtainRootSecret } from '../../config/root-secret.ts'
import { deriveKeys } from '../../domain/keys/derived-keys.ts'
import { seal } from '../../domain/keys/key-document.ts'
import { type KeyRing, type KeyView, storedKeyRing } from '../../domain/keys/key-ring.ts'
import { keyTimes } from '../../domain/keys/key-timing.ts'
import type { Command } from '../terminal/command.ts'
import { json, printList } from '../terminal/output.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

type RingStore = Pick<OpenStore, 'configuration' | 'dataFolder' | 'storage'>

/** The ring of the service; keys are sealed under its root secret. */
async function keyRing({ configuration, dataFolder, storage }: RingStore): Promise<KeyRing> {
  const { secrets } = await obtainRootSecret({
    configured: configuration.secret,
    dataFolder,
    isLocalhost: configuration.baseUrl.startsWith('http:'),
  })
  return storedKeyRing(
    storage.documents,
    seal(deriveKeys(secrets, 'store-encryption')),
    keyTimes(configuration.keys, configuration.lifetimes),
    Date.now,
  )
}

const time = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : new Date(seconds * 1000).toISOString()

const lineOf = ({ kid, state, publishedAt, activatedAt, retiredAt }: KeyView): string =>
  `${kid}  ${state.padEnd(8)}  published ${time(publishedAt)}  signing since ${time(activatedAt)}  retired ${time(retiredAt)}`

const list: Command = {
  name: 'keys list',
  summary: 'lists the signing keys and their states',
  run: (args, terminal) =>
    withStore(terminal, async (store) => {
      const ring = await keyRing(store)
      await ring.refresh()
      return printList(ring.list(), { line: lineOf, data: (key) => key }, args, terminal)
    }),
}

const rotate: Command = {
  name: 'keys rotate',
  summary: 'asks for the next signing key; it signs as soon as it has been published long enough',
  run: (args, terminal) =>
    withStore(terminal, async (store) => {
      const ring = await keyRing(store)
      await ring.rotate()
      await store.audit.record({ event: 'key.rotation-asked', result: 'ok', actor: CLI_ACTOR })
      if (args.flag('json')) terminal.out(json(ring.list()))
      terminal.err('done')
      return 0
    }),
}

export const KEYS_COMMANDS: readonly Command[] = [list, rotate]
