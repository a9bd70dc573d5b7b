import { blockParts, environmentBlock } from '../../domain/clients/blocks/environment-block.ts'
import { type Command, confirmed } from '../terminal/command.ts'
import { report, reportRefusal } from './client-output.ts'
import { assertFits, ENV_FILE_OPTION, envFileOf, formatOf, reportInFile } from './env-file-option.ts'
import { withStore } from './store.ts'

export const clientRotateSecretCommand: Command = {
  name: 'client rotate-secret',
  arguments: 'ID',
  summary: 'Create a new client secret',
  details: 'Prints the secret or writes it to a file. The old secret stops working immediately.',
  options: ENV_FILE_OPTION,
  example: 'client rotate-secret billing --to-env-file .env',
  run: async (args, terminal) => {
    const id = args.only('client id')
    const format = formatOf(args)
    const file = await envFileOf(args, format ?? 'env', { clientId: id, type: 'confidential' })
    if (!(await confirmed('The current secret will stop working immediately.', args, terminal))) return 1
    return withStore(terminal, async ({ clients, clientOperations, configuration }) => {
      const before = await clients.find(id)
      if (before !== undefined && format !== undefined) assertFits(before, format)
      const result = await clientOperations.rotateSecret(id)
      if (result.outcome !== 'done') return reportRefusal(result, args, terminal)
      const { client, secret } = result
      const block = { client, issuer: configuration.baseUrl, secret, at: new Date() }
      const text = format === undefined ? secret : environmentBlock(block, format)
      if (file === undefined) return report(result, args, terminal, 'done', text)
      const parts = blockParts(block, format ?? 'env')
      return reportInFile(file, result, { parts, text, message: `${id} has a new secret` }, args, terminal)
    })
  },
}
