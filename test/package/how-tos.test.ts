/** The how-tos for operators, as they are printed: each in a folder with the package alone, at real servers. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { newFolder } from '../support/new-folder.ts'
import { ACTIVE_DIRECTORY, BASE, folderEntry, group, SEARCHER, startSlapd, user } from '../support/slapd.ts'
import { guide, isUp } from './guide.ts'
import { packedProject } from './packed-project.ts'

const { folder, inProject, install } = await packedProject()
for (const name of ['ldapts', 'openid-client']) await install(name)
const PORT = await freePort()
const ISSUER = `http://localhost:${PORT}`

const IN_ACTIVE_DIRECTORY = {
  objectClass: ['inetOrgPerson', 'extensibleObject'],
  sAMAccountName: 'dora',
  userAccountControl: '512',
  objectGUID: 'sixteen bytes of',
}

/** Replacements for printed words, and further variables. */
interface Printed {
  readonly words?: Readonly<Record<string, string | number>>
  readonly environment?: Readonly<Record<string, string>>
}

async function howTo(document: string, { words = {}, environment = {} }: Printed = {}) {
  const text = await readFile(document, 'utf8')
  const followed = guide({ folder, text, words, environment: { PORT: String(PORT), ...environment }, install })
  const blocks = [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, json = '']) => followed.here(json))
  return { ...followed, blocks, lines: await followed.prepare() }
}

const { run, shell } = await howTo('lib/cli/README.md')
await run('npx portico-sso init')
const service = shell('npx portico-sso serve')
await isUp(PORT, service)

it.each(['lib/cli/README.md', 'lib/cli/doctor/README.md', 'examples/troubleshooting/README.md'])(
  '%s',
  async (document) => {
    const { lines, ...printed } = await howTo(document, {
      words: { 'https://id.example.com --ca company-ca.pem': ISSUER },
    })
    for (const line of lines) {
      const { ended, output } = printed.shell(line)
      // No request has the reference that is printed.
      expect([line, await ended, output()]).toEqual([line, line.includes('explain') ? 1 : 0, expect.any(String)])
    }
  },
)

it('connect an app and an API', async () => {
  const { lines, ...printed } = await howTo('examples/README.md', { words: { 'https://id.example.com': ISSUER } })
  const [shop = '', api = '', introspection = ''] = lines
  expect(await printed.run(shop)).toContain('shop/')
  const [, secret = ''] = /SECRET=(\S+)/.exec(await printed.run(api)) ?? []
  expect(await printed.run(`SECRET=${secret} TOKEN=a-token\n${introspection}`)).toContain('{"active":false}')
})

it('move users, back up, and restore into an empty store', async () => {
  await writeFile(inProject('users.jsonl'), '{"type":"user","sub":"u-1","username":"mona","name":"Mona"}\n')
  const move = await howTo('lib/domain/transfer/README.md')
  for (const line of move.lines.slice(0, 4)) await move.run(line)
  expect(await readFile(inProject('moved.jsonl'), 'utf8')).toContain('mona')

  await writeFile(inProject('portico-passphrase'), 'a passphrase of many words')
  const [empty, environment] = [newFolder(), /^PORTICO_SECRET=(.*)$/m.exec(await readFile(inProject('.env'), 'utf8'))]
  await writeFile(inProject('portico-secret'), environment?.[1] ?? '')
  const backup = await howTo('lib/domain/backup/README.md', { words: { '/root': folder, '/var/backups': folder } })
  const [restore = '', ...before] = backup.lines.toReversed()
  await backup.run(before.toReversed().join('\n'))
  const exports = before.filter((line) => line.startsWith('export')).join('\n')
  await backup.run(`${exports}\nexport PORTICO_DATA=${empty}\n${restore}`)
  expect(await backup.run(`${exports}\nPORTICO_DATA=${empty} npx portico-sso user list`)).toContain('mona')
})

it('an LDAP server: the search, a user, and her roles', async () => {
  const certificate = selfSigned('127.0.0.1')
  const ldif = [
    folderEntry('people'),
    folderEntry('groups'),
    user('dora', 'doras long password', IN_ACTIVE_DIRECTORY, `ou=people,${BASE}`),
    group('editors', [`uid=dora,ou=people,${BASE}`]),
  ].join('')
  const options = { certificate, ldif, schema: ACTIVE_DIRECTORY }
  const [first, second] = [await startSlapd(options), await startSlapd(options)]
  const words = {
    'ldap1.example.com': `127.0.0.1:${first.tlsPort}`,
    'ldap2.example.com': `127.0.0.1:${second.tlsPort}`,
    'ou=services,': '',
    'dc1.corp.example.com': `127.0.0.1:${first.tlsPort}`,
    'portico@corp.example.com': SEARCHER.dn,
    'DC=corp,DC=example,DC=com': BASE,
  }
  await writeFile(inProject('ca.pem'), certificate.cert)
  const environment = { LDAP_BIND_PASSWORD: SEARCHER.password, LDAP_CA_FILE: inProject('ca.pem') }
  const { blocks, ...printed } = await howTo('adapters/ldap/README.md', { words, environment })
  expect(blocks).toHaveLength(2)
  // OpenLDAP lacks the rule by which Active Directory searches nested groups.
  for (const [index, seen] of ['the user’s roles: editor', 'the user may sign in'].entries()) {
    await writeFile(inProject('portico.json'), blocks[index] ?? '')
    expect(await printed.run('npx portico-sso directory test dora')).toContain(seen)
  }
})

it('a command next to the systemd unit, with the environment that systemd gives it', async () => {
  const text = await readFile(inProject('node_modules/portico-sso/examples/deploy/README.md'), 'utf8')
  const [, line = ''] = /^ *```sh\n *systemd-run ([^]*?)^ *```$/m.exec(text) ?? []
  const paths = { '/etc/portico/portico.env': '.env', '/etc/portico': '', '/var/lib/portico': '.portico' }
  const here = Object.entries(paths).reduce((words, [from, to]) => words.replaceAll(from, join(folder, to)), line)
  const words = here.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/portico', folder)
  const file = /EnvironmentFile=(\S+)/.exec(words)?.[1] ?? ''
  const variables = [...words.matchAll(/Environment=(\S+)/g)].map(([, variable]) => variable)
  const command = words.slice(words.indexOf(process.execPath)).trim()
  await writeFile(inProject('portico.json'), '{}')
  expect(await run(`set -a; . ${file}; ${variables.join(' ')} ${command} --json`)).toContain('"clientId"')
})

it.each([
  ['ENTRA', 'providers.md', 0],
  ['GOOGLE', 'providers.md', 1],
  ['KEYCLOAK', 'providers.md', 2],
  ['COMPANY', 'README.md', 0],
] as const)('a provider: %s', async (id, page, index) => {
  const { blocks, ...printed } = await howTo(`adapters/upstream/${page}`, {
    environment: { [`UPSTREAM_${id}_CLIENT_SECRET`]: 'a secret of the provider', BASE_URL: ISSUER },
  })
  await writeFile(inProject('portico.json'), (blocks[index] ?? '').replace(/https:[^"]+/, ISSUER))
  expect(await printed.run(`npx portico-sso upstream test ${id.toLowerCase()}`)).toContain('ok')
})
