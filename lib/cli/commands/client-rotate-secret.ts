import { environmentBlock } from '../../domain/clients/environment-block.ts'
import type { Command } from '../terminal/command.ts'
import { confirmed } from '../terminal/confirmed.ts'
import { idOf, tellClient, tellRefusal } from './client-options.ts'
import { ENV_FILE_OPTION, envFileOf, tellInFile } from './env-file-option.ts'
import { withStore } from './store.ts'

export const clientRotateSecretCommand: Command = {
  name: 'client rotate-secret',
  usage: 'ID [--to-env-file PATH]',
  summary: 'gives a client a new secret and prints it, or writes it to a file; the old one stops working at once',
  options: ENV_FILE_OPTION,
  run: async (args, terminal) => {
    const id = idOf(args)
    const file = await envFileOf(args, id)
    if (!(await confirmed('The current secret stops working at once. Go on?', args, terminal))) return 1
    return withStore(terminal, async ({ acts, configuration }) => {
      const result = await acts.rotateSecret(id)
      if (result.outcome !== 'done') return tellRefusal(result, args, terminal)
      const { client, secret } = result
      if (file !== undefined) {
        const block = environmentBlock({ client, issuer: configuration.baseUrl, secret, at: new Date() }, 'env')
        return tellInFile(file, result, { block, shown: secret, done: `${id} has a new secret` }, args, terminal)
      }
      tellClient(result, args, terminal, secret)
      terminal.err('done')
      return 0
    })
  },
}
