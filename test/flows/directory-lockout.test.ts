/**
 * A directory server with a separate lockout: attackers who guess here do not lock its accounts
 * (policies/sign-in-throttle.ts), with any input from any IP address, and a browser that is known to its user is
 * unaffected.
 */
import { ldapDirectory } from '../../adapters/ldap/index.ts'
import { BUDGETS } from '../../policies/budgets.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Node, runningIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { BASE, directoryAt, entry, startSlapd, user } from '../support/slapd.ts'
import { startProxy } from '../support/tcp-proxy.ts'

const DIRECTORY_TRIES = BUDGETS.account.directory
const loginOf = (username: string) => ({ username, password: `${username}s long password` })
const [DORA, EMIL, FRED] = [loginOf('dora'), loginOf('emil'), loginOf('fred')]
const [HANK, GINA] = [loginOf('hank'), loginOf('gina')]
const POLICY = `cn=policy,${BASE}`
const LATER_POLICY = `cn=later-policy,${BASE}`
/** That of the server: Active Directory's is 5 or more. */
const SERVER_LOCKS_AFTER = DIRECTORY_TRIES.limit + 1

/** The server's own clock counts, so its failures are never forgotten. */
const policy = (dn: string, failures: number): string =>
  entry(dn, {
    objectClass: ['device', 'pwdPolicy'],
    cn: dn.slice('cn='.length, dn.indexOf(',')),
    pwdAttribute: 'userPassword',
    pwdLockout: 'TRUE',
    pwdMaxFailure: String(failures),
    pwdLockoutDuration: '0',
    pwdFailureCountInterval: '0',
  })

const SIGNED_IN = 303
const WRONG = 422

const slapd = await startSlapd({
  ldif:
    [DORA, EMIL, GINA, HANK]
      .map(({ username, password }) => user(username, password, { mail: `${username}@company.example` }))
      .join('') +
    user(FRED.username, FRED.password, { pwdPolicySubentry: LATER_POLICY }) +
    policy(POLICY, SERVER_LOCKS_AFTER) +
    policy(LATER_POLICY, SERVER_LOCKS_AFTER + 1),
  passwordPolicy: POLICY,
})

const settings = directoryAt(slapd.url)

const idp = await runningIdp({ accounts: PANEL_ACCOUNTS, ldap: settings })

let addresses = 1
const newBrowser = (node: Node = idp): Browser => openBrowser(node, { from: `127.2.0.${(addresses += 1)}` })

async function tried(browser: Browser, username: string, password: string, node: Node = idp): Promise<number> {
  const { page } = await doorOf(node, browser, { prompt: 'login' })
  return (await browser.submit(page, { username, password })).answer.status
}

/** Whether the server itself lets the user in: asked without the service. */
async function isOpenThere(login: typeof DORA): Promise<boolean> {
  const directory = ldapDirectory(settings)
  try {
    return (await directory.authenticate(login)) !== undefined
  } finally {
    await directory.close()
  }
}

it('the server of this test does lock an account', async () => {
  for (let tries = 0; tries < SERVER_LOCKS_AFTER; tries += 1)
    expect(await isOpenThere({ ...GINA, password: `guess ${tries}` })).toBe(false)
  expect(await isOpenThere(GINA)).toBe(false)
})

it('forty concurrent guesses, under all spellings and from as many IP addresses, lock no user there', async () => {
  const spellings = ['dora', 'DORA', 'Dora', 'dora@company.example', 'DORA@Company.example']
  const statuses = await inParallel(40, 8, (index) =>
    tried(newBrowser(), spellings[index % spellings.length] as string, `guess ${index}`),
  )
  // All look like wrong passwords, tried or not.
  expect([...new Set(statuses)].sort()).toEqual([WRONG])
  expect(await tried(newBrowser(), DORA.username, DORA.password)).toBe(WRONG)
  expect(await isOpenThere(DORA)).toBe(true)
  // The bound ends with the quarter of an hour.
  idp.clock.forward(DIRECTORY_TRIES.windowSeconds + 1)
  expect(await tried(newBrowser(), DORA.username, DORA.password)).toBe(SIGNED_IN)
})

it('a bound that has run out does not reopen immediately: four in any quarter of an hour', async () => {
  expect(await tried(newBrowser(), FRED.username, 'guess')).toBe(WRONG)
  idp.clock.forward(DIRECTORY_TRIES.windowSeconds - 60)
  for (let tries = 1; tries < DIRECTORY_TRIES.limit; tries += 1)
    expect(await tried(newBrowser(), FRED.username, 'guess')).toBe(WRONG)
  idp.clock.forward(61)
  // One of the four is over, so one is open, and not four: the server would lock at the sixth.
  for (let tries = 0; tries < DIRECTORY_TRIES.limit; tries += 1)
    expect(await tried(newBrowser(), FRED.username, 'guess')).toBe(WRONG)
  expect(await tried(newBrowser(), FRED.username, FRED.password)).toBe(WRONG)
  idp.clock.forward(DIRECTORY_TRIES.windowSeconds - 60)
  expect(await tried(newBrowser(), FRED.username, FRED.password)).toBe(SIGNED_IN)
})

it('more concurrent right passwords than may be wrong are right all the same', async () => {
  const statuses = await inParallel(24, 12, () => tried(newBrowser(), EMIL.username, EMIL.password))
  expect([...new Set(statuses)]).toEqual([SIGNED_IN])
})

it('right passwords use nothing up, and a browser that is known to the account is free', async () => {
  const emil = idp.user(EMIL)
  await emil.authorize(idp.party(TRUSTED))
  for (let times = 0; times < DIRECTORY_TRIES.limit + 1; times += 1)
    expect(await tried(newBrowser(), EMIL.username, EMIL.password)).toBe(SIGNED_IN)
  for (let tries = 0; tries < DIRECTORY_TRIES.limit + 1; tries += 1)
    expect(await tried(newBrowser(), EMIL.username, `guess ${tries}`)).toBe(WRONG)
  expect(await tried(newBrowser(), EMIL.username, EMIL.password)).toBe(WRONG)
  expect(await tried(emil.browser, EMIL.username, EMIL.password)).toBe(SIGNED_IN)
})

it('an administrator sees that the bound has run out, and reopens it', async () => {
  idp.clock.forward(DIRECTORY_TRIES.windowSeconds + 1)
  await idp.user(EMIL).authorize(idp.party(TRUSTED))
  for (let tries = 0; tries < DIRECTORY_TRIES.limit; tries += 1)
    expect(await tried(newBrowser(), EMIL.username, `guess ${tries}`)).toBe(WRONG)
  const panel = await enterPanel(idp)
  const sub = (await idp.portico.accounts?.accountByUsername(EMIL.username))?.sub
  const page = await panel.open(`/users/${sub}`)
  expect(textIn(page.answer.text)).toContain('Sign-in is paused until')
  expect(textIn((await panel.send(page, '/unlock')).answer.text)).not.toContain('Sign-in is paused until')
  expect(await tried(newBrowser(), EMIL.username, EMIL.password)).toBe(SIGNED_IN)
})

it('an unknown name gets the same responses as one of the directory, however often it is tried', async () => {
  idp.clock.forward(DIRECTORY_TRIES.windowSeconds + 1)
  const answersTo = async (username: string): Promise<readonly string[]> => {
    const from = openBrowser(idp, { from: `127.2.1.${username.length}` })
    const answers: string[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const { page } = await doorOf(idp, from, { prompt: 'login' })
      const { status, text } = (await from.submit(page, { username, password: `guess ${tries}` })).answer
      answers.push(`${status} ${/class="sso-field-error"[^>]*>(.*?)<\/p>/s.exec(text)?.[1]?.replace(/<[^>]*>/g, '')}`)
    }
    return answers
  }
  const [known, unknown] = [await answersTo(DORA.username), await answersTo('unknown')]
  expect(unknown).toEqual(known)
  expect(new Set(known.map((answer) => answer.slice(0, 3)))).toEqual(new Set(['422', '429']))
})

it('passwords that the server receives without a response are no free guesses, and go to one server alone', async () => {
  let answers: 'all' | 'none to passwords' = 'all'
  // An answer to another message than the one that was sent is none (BindResponse: RFC 4511 s4.2.2).
  const unanswered = (text: string): string =>
    answers === 'all' || text[5] !== '\x61' ? text : `${text.slice(0, 4)}\x7f${text.slice(5)}`
  const silenced = async () => stoppedAtEnd(await startProxy(slapd.port, '127.0.0.1', unanswered))
  const url = [await silenced(), await silenced()].map(({ port }) => `ldap://127.0.0.1:${port}`)
  const slow = await runningIdp({ accounts: [], ldap: { ...settings, url, timeoutSeconds: 1 } })
  const guess = (): Promise<number> => tried(newBrowser(slow), HANK.username, 'guess', slow)
  // The account that searches is signed in at both servers before they fall silent.
  expect(await guess()).toBe(WRONG)
  answers = 'none to passwords'
  const statuses: number[] = []
  for (let tries = 0; tries < SERVER_LOCKS_AFTER + 1; tries += 1) statuses.push(await guess())
  expect(statuses.slice(0, DIRECTORY_TRIES.limit - 1)).toEqual([503, 503, 503])
  answers = 'all'
  expect(await isOpenThere(HANK)).toBe(true)
})
