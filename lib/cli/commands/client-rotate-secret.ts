import { environmentBlock } from '../../domain/clients/environment-block.ts'
import type { Command } from '../terminal/command.ts'
import { confirmed } from '../terminal/confirmed.ts'
import { report, reportRefusal } from './client-output.ts'
import { ENV_FILE_OPTION, envFileOf, reportInFile } from './env-file-option.ts'
import { withStore } from './store.ts'

export const clientRotateSecretCommand: Command = {
  name: 'client rotate-secret',
  usage: 'ID [--to-env-file PATH]',
  summary: 'gives a client a new secret and prints it, or writes it to a file; the old one stops working at once',
  options: ENV_FILE_OPTION,
  run: async (args, terminal) => {
    const id = args.only('client id')
    const file = await envFileOf(args, id)
    if (!(await confirmed('The current secret stops working at once.', args, terminal))) return 1
    return withStore(terminal, async ({ clientOperations, configuration }) => {
      const result = await clientOperations.rotateSecret(id)
      if (result.outcome !== 'done') return reportRefusal(result, args, terminal)
      const { client, secret } = result
      if (file === undefined) return report(result, args, terminal, 'done', secret)
      const block = environmentBlock({ client, issuer: configuration.baseUrl, secret, at: new Date() }, 'env')
      return reportInFile(file, result, { block, text: secret, message: `${id} has a new secret` }, args, terminal)
    })
  },
}
