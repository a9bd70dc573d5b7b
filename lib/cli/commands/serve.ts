import { command } from './command.ts'

export const serveCommand = command('serve', async (_args, { env }) => {
  // Imported here, because no other command needs the pages and the protocol code.
  const { serve } = await import('../../serve/index.ts')
  await serve({ env })
  return 0
})
