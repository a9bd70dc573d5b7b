/** The service in each framework, as its example has it. */
import { frameworkStory } from '../support/framework-story.ts'
import { emptyFolder } from './process.ts'

describe.each(['express', 'fastify', 'hono', 'koa'])('%s', (host) => {
  frameworkStory(host, async (variables) => {
    const folder = emptyFolder()
    const run = folder.run(`examples/hosts/${host}.js`, variables)
    await run.says(/listening on/)
    return {
      output: run.output,
      async stop() {
        run.signal('SIGTERM')
        const code = await run.ended
        // It ends by itself when it is asked to.
        expect(code).toBe(0)
      },
    }
  })
})
