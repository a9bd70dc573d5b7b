/** What users from elsewhere cost is paid by those who have them: nothing of a driver is loaded before somebody signs in there. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const LIBRARY = new URL('../../lib/index.js', import.meta.url).href
const DRIVERS = ['openid-client', 'ldapts'] as const

/** A service in a process of its own; prints which drivers Node has loaded by the time that it answers. */
async function driversLoadedBy(options: object, used: readonly string[] = []): Promise<readonly string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      load(url, context, next) {
        for (const name of ${JSON.stringify(DRIVERS)}) if (url.includes('/node_modules/' + name + '/')) loaded.add(name)
        return next(url, context)
      },
    })
    const { createPortico } = await import(${JSON.stringify(LIBRARY)})
    const sso = await createPortico({ baseUrl: 'http://localhost:9', ...${JSON.stringify(options)} })
    await sso.close()
    for (const name of ${JSON.stringify(used)}) await import(name)
    console.log(JSON.stringify([...loaded]))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout) as readonly string[]
}

const UPSTREAM = { id: 'b', name: 'B', issuer: 'http://localhost:8', client_id: 'a', client_secret: 's'.repeat(32) }
const LDAP = {
  kind: 'openldap',
  url: 'ldap://localhost:8',
  bindDn: 'cn=portico,dc=example',
  bindPassword: 'secret',
  base: 'dc=example',
}

it.each<[string, object]>([
  ['a service without either', {}],
  ['a connector that nobody has used', { login: { upstreams: [UPSTREAM] } }],
  ['a directory service that nobody has asked', { ldap: LDAP }],
])('%s loads no driver', async (_what, options) => {
  expect(await driversLoadedBy(options)).toEqual([])
})

it('and one that is loaded would be seen', async () => {
  expect(await driversLoadedBy({}, DRIVERS)).toEqual(DRIVERS)
})
