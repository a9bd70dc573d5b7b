/** The reference deployment. The package is loaded first: where Node is too old, it says so in one sentence. */
import('portico-sso').then(
  () => import('./service.ts'),
  ({ message }: Error) => {
    console.error(message)
    process.exitCode = 1
  },
)
