#!/usr/bin/env node
// Checks the Node.js version first, because on an older version, other modules would fail with obscure errors.
import('../config/node-version.ts').then(
  async () => {
    const { alsoLookIn } = await import('../config/drivers.ts')
    alsoLookIn(process.cwd())
    const [command, ...more] = process.argv.slice(2)
    if (command === 'serve' && more.length === 0) {
      // Loads only the service, because other commands' modules would stay in memory as long as the service runs.
      const { serve } = await import('../serve/index.ts')
      return serve()
    }
    const { run } = await import('./run.ts')
    const { processTerminal } = await import('./terminal/process-terminal.ts')
    process.exitCode = await run(process.argv.slice(2), processTerminal())
  },
  ({ message }: Error) => {
    console.error(message)
    process.exitCode = 1
  },
)
