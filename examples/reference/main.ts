/**
 * The reference deployment: `portico serve`, with an app to try it. The package is loaded first: where Node is too old, it says so in
 * one sentence.
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
