#!/usr/bin/env node
// The rest is loaded only by a Node that can: what an older one says of it helps nobody.
import('../config/node-version.ts').then(
  async () => {
    const [command, ...more] = process.argv.slice(2)
    if (command === 'serve' && more.length === 0) {
      // It runs for months: what the other commands need is not loaded beside it.
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
