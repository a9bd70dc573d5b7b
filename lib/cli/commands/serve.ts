import type { Command } from '../terminal/command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'runs Portico with the settings from the environment and from portico.json and .env in this folder',
  async run(_args, { env }) {
    // Imported here, because no other command needs the pages and the protocol code.
    const { serve } = await import('../../serve/index.ts')
    await serve({ env })
    return 0
  },
}
