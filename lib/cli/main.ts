#!/usr/bin/env node
// The rest is loaded only by a Node that can: what an older one says of it helps nobody.
import('../config/node-version.ts').then(
  async () => {
    const { run } = await import('./run.ts')
    const { processTerminal } = await import('./terminal/process-terminal.ts')
    process.exitCode = await run(process.argv.slice(2), processTerminal())
  },
  ({ message }: Error) => {
    console.error(message)
    process.exitCode = 1
  },
)
