/** In every process of the service, threads that hash or collect garbage have a lower priority (Linux). */
import { readdirSync, readFileSync } from 'node:fs'
import { emptyFolder } from '../examples/process.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const folder = emptyFolder()
stoppedAtEnd({ stop: () => folder.remove() })

/** Name and niceness of each thread, as in proc_pid_stat(5). */
const threadsOf = (pid: string): readonly (readonly [name: string, niceness: number])[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, name = '', others = ''] =
      /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    return [name, Number(others.split(' ')[16])]
  })

const BACKGROUND = ['libuv-worker', 'V8Worker']

it('the threads of libuv and of the garbage collection have niceness 10, all others 0', async () => {
  await folder.configure({})
  const env = { PORT: String(await freePort()), PORTICO_SECRET: ROOT_SECRET, WORKERS: '2' }
  const run = folder.run('lib/cli/main.js', env, ['serve'])
  await until(() => run.output().match(/"msg":"worker started"/g)?.length === 2)
  for (const [, pid = ''] of run.output().matchAll(/"worker":(\d+),"msg":"worker started"/g)) {
    for (const background of BACKGROUND) {
      const threads = () => threadsOf(pid).filter(([name]) => name === background)
      await until(() => threads().length > 0 && threads().every(([, niceness]) => niceness === 10))
    }
    expect(threadsOf(pid).filter(([name, niceness]) => !BACKGROUND.includes(name) && niceness !== 0)).toEqual([])
  }
  run.signal('SIGTERM')
  expect(await run.ended).toBe(0)
})
