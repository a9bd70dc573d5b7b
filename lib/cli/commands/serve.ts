import type { Command } from '../terminal/command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run Portico',
  details: 'Reads settings from the environment, and from portico.json and .env in this folder.',
  example: 'serve',
  async run(_args, { env }) {
    // Imported here, because no other command needs the pages and the protocol code.
    const { serve } = await import('../../serve/index.ts')
    await serve({ env })
    return 0
  },
}
