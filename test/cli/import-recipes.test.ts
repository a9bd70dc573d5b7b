/** The recipes of "Moving in", taken from the guide, on exports as those systems write them. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { hashForms } from '../../lib/domain/accounts/hash-forms.ts'
import { bcryptHash, betterAuthHash, keycloakArgon2, keycloakPbkdf2 } from '../support/imported-hashes.ts'
import { newFolder } from '../support/new-folder.ts'
import { startClientWorld } from './client-world.ts'
import { portico } from './portico.ts'

const PASSWORD = 'of the place before'
const created = (cost: number, ...forms: readonly string[]): string =>
  [
    '2 users and 0 clients created, 0 unchanged, 0 refused',
    ...forms.map(
      (form) =>
        `because of ${form}, each sign-in costs as much as ${cost} additional password hashes until the format expires in 180 days or portico import status finds none left`,
    ),
  ].join('\n')

const KEYCLOAK = {
  realm: 'acme',
  users: [
    {
      id: '0b5f2d0e-6f0c-4d3e-9a51-1b1f0f0a0001',
      createdTimestamp: 1_700_000_000_000,
      username: 'kim',
      enabled: true,
      totp: false,
      emailVerified: true,
      firstName: 'Kim',
      lastName: 'Lee',
      email: 'kim@acme.example',
      attributes: { locale: ['de'] },
      credentials: [{ ...keycloakPbkdf2(PASSWORD), type: 'otp' }, keycloakPbkdf2(PASSWORD)],
      disableableCredentialTypes: [],
      requiredActions: [],
      realmRoles: ['default-roles-acme', 'uma_authorization'],
      notBefore: 0,
      groups: [],
    },
    {
      id: '0b5f2d0e-6f0c-4d3e-9a51-1b1f0f0a0002',
      username: 'lou',
      enabled: false,
      emailVerified: false,
      firstName: '',
      credentials: [keycloakArgon2(PASSWORD)],
      requiredActions: ['UPDATE_PASSWORD'],
    },
    {
      id: '0b5f2d0e-6f0c-4d3e-9a51-1b1f0f0a0003',
      username: 'service-account-jobs',
      enabled: true,
      emailVerified: false,
      serviceAccountClientId: 'jobs',
    },
  ],
  clients: [
    {
      clientId: 'acme-shop',
      name: 'Shop',
      protocol: 'openid-connect',
      standardFlowEnabled: true,
      bearerOnly: false,
      publicClient: false,
      secret: 'q3sXwZ7yBq2cVf8hJk1mNp4rTt6uWx9z',
      redirectUris: ['https://shop.acme.example/callback'],
      attributes: { 'backchannel.logout.url': 'https://shop.acme.example/logout' },
    },
    {
      clientId: 'acme-spa',
      protocol: 'openid-connect',
      standardFlowEnabled: true,
      bearerOnly: false,
      publicClient: true,
      redirectUris: ['https://spa.acme.example/*'],
    },
    {
      clientId: 'account',
      protocol: 'openid-connect',
      standardFlowEnabled: true,
      redirectUris: ['/realms/acme/account/*'],
    },
    { clientId: 'saml-app', protocol: 'saml', standardFlowEnabled: true, redirectUris: [] },
  ],
}

const AUTH0_USERS = [
  {
    user_id: 'auth0|60425dc43519d90068f82973',
    email: 'ada@acme.example',
    email_verified: true,
    name: 'Ada',
    blocked: true,
  },
  { user_id: 'google-oauth2|1234', email: 'bea@acme.example', email_verified: true, name: 'Bea', family_name: '' },
]
const AUTH0_HASHES = [
  {
    _id: { $oid: '60425dc43519d90068f82973' },
    email_verified: true,
    email: 'ada@acme.example',
    passwordHash: bcryptHash(PASSWORD),
    password_set_date: { $date: '2025-03-05T16:35:16.775Z' },
    tenant: 'acme',
    connection: 'Username-Password-Authentication',
    _tmp_is_unique: true,
  },
]

/** The blocks of one section of the guide that are in this language. */
async function recipes(section: string, language: 'sh' | 'sql'): Promise<readonly string[]> {
  const guide = await readFile('lib/domain/transfer/README.md', 'utf8')
  const text = guide.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
}

const folder = newFolder()

const world = await startClientWorld('an embedded file')

const put = (name: string, lines: readonly unknown[]): Promise<void> =>
  writeFile(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
const shell = (command: string) => promisify(execFile)('sh', ['-c', command], { cwd: folder })
const imported = (name: string) => portico(['import', join(folder, name)], world.env)
const signsIn = (username: string) => world.idp.portico.accounts?.authenticate({ username, password: PASSWORD })

it('Keycloak: users and clients of a realm', async () => {
  await writeFile(join(folder, 'realm.json'), JSON.stringify(KEYCLOAK, null, 2))
  const commands = await recipes('Keycloak', 'sh')
  expect(commands).toHaveLength(2)
  for (const command of commands) await shell(command)
  expect((await imported('users.jsonl')).err).toBe(
    created(0.1, 'pbkdf2-sha512 iterations 1000', 'argon2id memory 128 passes 5 parallelism 1 tagLength 32'),
  )
  expect(await signsIn('kim@acme.example')).toMatchObject({
    sub: '0b5f2d0e-6f0c-4d3e-9a51-1b1f0f0a0001',
    name: 'Kim Lee',
    locale: 'de',
    roles: ['default-roles-acme', 'uma_authorization'],
    active: true,
  })
  expect(await signsIn('lou')).toMatchObject({ active: false })
  expect(await world.idp.portico.accounts?.accountByUsername('lou')).toMatchObject({ mustChangePassword: true })
  const { code, err } = await imported('clients.jsonl')
  expect([code, err.split('\n')]).toEqual([
    1,
    ['line 2: redirect_uris: expected a URL without *', '0 users and 1 client created, 0 unchanged, 1 refused'],
  ])
  expect(await world.data('show', 'acme-shop')).toMatchObject({ clientName: 'Shop', environment: 'live' })
})

it('Auth0: users and their hashes', async () => {
  await put('users.ndjson', AUTH0_USERS)
  await put('hashes.ndjson', AUTH0_HASHES)
  const [command = ''] = await recipes('Auth0', 'sh')
  await shell(command)
  expect((await imported('users.jsonl')).err).toBe(created(0.1, 'bcrypt cost 4'))
  expect(await signsIn('ada@acme.example')).toMatchObject({ sub: 'auth0|60425dc43519d90068f82973', active: false })
  const bea = await world.idp.portico.accounts?.account('google-oauth2|1234')
  expect([bea?.person.name, bea?.passwordHash]).toEqual(['Bea', undefined])
})

it('better-auth: a database of SQLite', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table user (id text primary key, name text not null, email text not null unique, emailVerified integer not null,
      image text, createdAt date not null, updatedAt date not null);
    create table account (id text primary key, accountId text not null, providerId text not null, userId text not null,
      accessToken text, password text, createdAt date not null, updatedAt date not null);`)
  database.prepare("insert into user values ('u1', 'Cleo', 'cleo@acme.example', 1, null, 0, 0)").run()
  database
    .prepare("insert into user values ('u2', '', 'dan@acme.example', 0, 'https://example.com/dan.png', 0, 0)")
    .run()
  database
    .prepare("insert into account values ('a1', 'u1', 'credential', 'u1', null, ?, 0, 0)")
    .run(betterAuthHash(PASSWORD))
  database.prepare("insert into account values ('a2', '77', 'google', 'u2', 'token', null, 0, 0)").run()
  const [query = ''] = await recipes('better-auth', 'sql')
  const lines = database
    .prepare(query)
    .all()
    .map((row) => JSON.parse(String(Object.values(row)[0])) as unknown)
  database.close()
  await put('users.jsonl', lines)
  await hashForms(world.idp.portico.storage.documents, Date.now).keepOnly(async () => [])
  expect((await imported('users.jsonl')).err).toBe(created(3, 'scrypt'))
  expect(await signsIn('cleo@acme.example')).toMatchObject({ sub: 'u1', name: 'Cleo', email_verified: true })
  const dan = await world.idp.portico.accounts?.account('u2')
  expect(dan?.person).toEqual({
    email: 'dan@acme.example',
    email_verified: false,
    picture: 'https://example.com/dan.png',
  })
})
