/** The race of README.md, in fewer rounds: one sign-in, no other page, exactly one success per round. */
import { readFileSync } from 'node:fs'
import { emptyFolder } from '../examples/process.ts'
import { freePort } from '../support/free-port.ts'
import { START, visit } from './race-run.ts'

const CHOSEN = 'a password of my own'

it('the recipe goes on by itself after one sign-in, and finds once to mean once (0)', async () => {
  const folder = emptyFolder()
  const recipe = /```sh\n([^]*?)```/.exec(readFileSync('test/race/README.md', 'utf8'))?.[1] ?? ''
  const [start = '', create = '', race = ''] = recipe.replaceAll('\\\n', '').trim().split('\n')
  const [port, listening] = [await freePort(), await freePort()]
  const words = (line: string, command: string): string[] =>
    line
      .slice(command.length)
      .replace('localhost:3000', `localhost:${port}`)
      .replace(':8765', `:${listening}`)
      .split(/ +/)
  const env = { PORT: String(port), PORTICO_CONFIG: /PORTICO_CONFIG='(.*?)'/.exec(start)?.[1] ?? '' }

  const service = folder.run('examples/reference/main.js', env)
  const password = (await service.says(/Username {3}admin\n +Password {3}(\S+)/))[1] as string
  const created = folder.run('lib/cli/main.js', { PORT: String(port) }, words(create, 'npx portico-sso '))
  expect([await created.ended, created.output()]).toEqual([0, expect.stringContaining('race is registered')])

  const counts = ['--redirect-uri', `http://127.0.0.1:${listening}/callback`, '--rounds', '3', '--parallel', '4']
  const run = folder.run('test/race/main.js', {}, [...words(race, 'npm run race -- '), ...counts])
  const asked: string[] = []
  await visit((await run.says(START))[1] as string, `http://localhost:${port}`, ({ forms: [form] }) => {
    const fields = Object.keys(form?.fields ?? {})
    const page = fields.includes('username') ? 'sign-in' : fields.includes('repeat') ? 'new password' : 'another'
    asked.push(page)
    return page === 'sign-in' ? { username: 'admin', password } : { new_password: CHOSEN, repeat: CHOSEN }
  })
  expect(asked).toEqual(['sign-in', 'new password'])
  expect(await run.ended).toBe(0)
  expect(run.output()).toMatch(/^rounds with exactly 1 success +3 +3 +\d$/m)
})
