#!/usr/bin/env node
// Check the Node version before loading other modules, whose errors on an older Node do not help the user.
import('../config/node-version.ts').then(
  async () => {
    const [command, ...more] = process.argv.slice(2)
    if (command === 'serve' && more.length === 0) {
      // The process runs for months, so modules of other commands are not loaded.
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
