import { readFileSync } from 'node:fs'
import { readEnvironment } from '../../config/environment.ts'
import { isRunning, readNodes } from '../../domain/nodes/node-record.ts'
import { issuerOf, moveIssuer } from '../../domain/nodes/store-identity.ts'
import type { Command } from '../terminal/command.ts'
import { confirmed } from '../terminal/confirmed.ts'
import { placeOf } from './store.ts'

/** Gives the store to the service at another address. It is the one command that does not ask whose the store is. */
export const storeSetIssuerCommand: Command = {
  name: 'store set-issuer',
  summary:
    'gives the store to BASE_URL, after the service has moved to that address: users sign in again, and apps need the new issuer',
  async run(args, terminal) {
    const { configuration, deployment } = readEnvironment(terminal.env, (path) => readFileSync(path, 'utf8'))
    const { storage, where } = placeOf(deployment, false)
    try {
      await storage.open()
      const [found, nodes] = [await issuerOf(storage.documents), await readNodes(storage.documents)]
      const { baseUrl } = configuration
      if (found === undefined) return refused(`no service has used ${where}`)
      if (found.issuer === baseUrl) return refused(`${where} is ${baseUrl}'s already`)
      const now = (await storage.time?.()) ?? Date.now()
      const running = nodes.filter((node) => isRunning(node, now)).map(({ name }) => name)
      if (running.length > 0)
        return refused(`these nodes run, or did a minute ago; end them first: ${running.join(', ')}`)
      const from = found.issuer === 'unsaid' ? 'a service that did not say where it is' : found.issuer
      if (!(await confirmed(`${where} is that of ${from}. It becomes that of ${baseUrl}.`, args, terminal))) return 1
      if ((await moveIssuer(storage.documents, baseUrl)) === 'changed')
        return refused('somebody else changed it; look again')
      terminal.err('done')
      return 0
    } finally {
      await storage.close()
    }
    function refused(why: string): 1 {
      terminal.err(`${why}; nothing was changed`)
      return 1
    }
  },
}
