import { isRunning, readNodes } from '../../domain/nodes/node-record.ts'
import { issuerOf, moveIssuer } from '../../domain/nodes/store-identity.ts'
import { confirmed, Refused } from '../terminal/command.ts'
import { command } from './command.ts'
import { CLI_ACTOR, withStore } from './store.ts'

/** Changes the store's issuer. Only this command can open a store that belongs to a different base URL. */
export const storeSetIssuerCommand = command('store set-issuer', (args, terminal) =>
  withStore(
    terminal,
    async ({ storage, configuration, audit, where }) => {
      const refused = (why: string): Refused => new Refused(`${why}; nothing was changed`)
      const { baseUrl } = configuration
      const [found, nodes] = [await issuerOf(storage.documents), await readNodes(storage.documents)]
      // With --new-store, the command also opens an unused store, but such a store has no issuer to change.
      if (found === undefined) throw refused(`no service has used ${where}`)
      if (found.issuer === baseUrl) throw refused(`${where} already belongs to ${baseUrl}`)
      const now = (await storage.time?.()) ?? Date.now()
      const running = nodes.filter((node) => isRunning(node, now)).map(({ name }) => name)
      if (running.length > 0)
        throw refused(`these nodes are running or were running a minute ago; stop them first: ${running.join(', ')}`)
      const known = found.issuer === 'unsaid' ? undefined : found.issuer
      const from = known ?? 'a service with an unknown URL'
      if (!(await confirmed(`${where} belongs to ${from}. It will belong to ${baseUrl}.`, args, terminal))) return 1
      if ((await moveIssuer(storage.documents, baseUrl)) === 'changed')
        throw refused('it was changed in the meantime; check it again')
      const changes = { issuer: [known, baseUrl] } as const
      await audit.record({ event: 'store.issuer-changed', result: 'ok', actor: CLI_ACTOR, changes })
      terminal.err('done')
      return 0
    },
    'moving',
  ),
)
