import { blockParts, environmentBlock } from '../../domain/clients/blocks/environment-block.ts'
import { confirmed } from '../terminal/command.ts'
import { report, reportRefusal } from './client-output.ts'
import { command } from './command.ts'
import { assertFits, envFileOf, formatOf, reportInFile } from './env-file-option.ts'
import { withStore } from './store.ts'

export const clientRotateSecretCommand = command('client rotate-secret', async (args, terminal) => {
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
})
