import { readFileSync } from 'node:fs'
import { readEnvironment } from '../../config/environment.ts'
import { obtainRootSecret } from '../../config/root-secret.ts'
import { deriveKeys } from '../../domain/keys/derived-keys.ts'
import { seal } from '../../domain/keys/key-document.ts'
import { type KeyRing, storedKeyRing } from '../../domain/keys/key-ring.ts'
import { keyTimes } from '../../domain/keys/key-timing.ts'
import type { Command, Terminal } from '../terminal/command.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

/** The ring of the service; keys are sealed under its root secret. */
async function ringOf({ env }: Terminal, { storage, configuration }: OpenStore): Promise<KeyRing> {
  const { deployment } = readEnvironment(env, (path) => readFileSync(path, 'utf8'))
  const { secrets } = await obtainRootSecret({
    configured: configuration.secret,
    dataFolder: deployment.dataFolder,
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

export const KEYS_COMMANDS: readonly Command[] = [
  {
    name: 'keys list',
    usage: '',
    summary: 'lists the signing keys and their states',
    options: {},
    run: (args, terminal) =>
      withStore(terminal, async (store) => {
        const ring = await ringOf(terminal, store)
        await ring.refresh()
        if (args.flag('json')) terminal.out(JSON.stringify(ring.list(), null, 2))
        else
          for (const key of ring.list())
            terminal.out(
              `${key.kid}  ${key.state.padEnd(8)}  published ${time(key.publishedAt)}  signing since ${time(key.activatedAt)}  retired ${time(key.retiredAt)}`,
            )
        return 0
      }),
  },
  {
    name: 'keys rotate',
    usage: '',
    summary: 'asks for the next signing key; it signs as soon as it has been published long enough',
    options: {},
    run: (args, terminal) =>
      withStore(terminal, async (store) => {
        const ring = await ringOf(terminal, store)
        await ring.rotate()
        await store.audit.record({ event: 'key.rotation-asked', result: 'ok', actor: CLI_ACTOR })
        if (args.flag('json')) terminal.out(JSON.stringify(ring.list(), null, 2))
        terminal.err('done')
        return 0
      }),
  },
]
