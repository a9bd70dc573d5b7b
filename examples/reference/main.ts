/**
 * The reference deployment: `portico serve`, with an app to try it. The package is loaded first: if Node is too old, it
 * reports that in one sentence.
 */
import('portico-sso/serve').then(
  async ({ serve }) => {
    const { startDemo } = await import('./demo.ts')
    await serve({ demo: startDemo })
  },
  ({ message }: Error) => {
    console.error(message)
    process.exitCode = 1
  },
)
