/** `portico policy second-factor` and `user grace`: what a rule would do, compared with what it does to 300 users. */
import { headingOf, pageOf } from '../flows/portal-visitor.ts'
import { PASSWORD } from '../seed/people.ts'
import { openBrowser, type Stop } from '../support/browser.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { seededFolder } from '../support/seeded-folder.ts'
import { UNTHROTTLED } from '../support/sign-in-door.ts'
import { ends, portico } from './portico.ts'

interface Plan {
  readonly wouldStop: readonly string[]
  readonly haveFactor: number
  readonly withoutEmail: readonly string[]
  readonly byApp: Readonly<Record<string, readonly string[]>>
  readonly byRole: Readonly<Record<string, readonly string[]>>
  readonly inGrace: readonly string[]
  readonly lastAdministrator?: string
}
const SET_UP = 'Set up two-step verification'
const NEW_PASSWORD = 'a new long password of this user'

const RULE = { require: 'everybody' } as const

const { folder, options } = await seededFolder()
const idp: Idp = await startIdp({
  options: {
    ...options,
    login: { throttle: UNTHROTTLED, offerPasskey: false, secondFactor: RULE },
  },
})
const app = idp.party(await registerTrusted(idp, 'trusted'))
const env = {
  PORTICO_CONFIG: JSON.stringify({ login: { secondFactor: RULE } }),
  BASE_URL: idp.issuer,
  PORTICO_DATA: folder,
  PORTICO_SECRET: String(options.secret),
}
const planOf = async (words = ''): Promise<Plan> => {
  const { out } = await portico(`policy second-factor --plan ${words} --json`.replaceAll('  ', ' '), env)
  return JSON.parse(out) as Plan
}

/** The page after the password, or the app. A one-time password is replaced. */
async function enter(username: string): Promise<string> {
  const browser = openBrowser(idp)
  const page = pageOf(await browser.visit(app.request().address))
  let stop: Stop = await browser.submit(page, { username, password: PASSWORD })
  if (stop.at === 'page' && 'new_password' in (stop.forms[0]?.fields ?? {}))
    stop = await browser.submit(stop, { new_password: NEW_PASSWORD, repeat: NEW_PASSWORD })
  return stop.at === 'page' ? headingOf(stop) : 'the app'
}

// The story of the seed ends with a user who is locked out, and two with a one-time password of their own.
beforeAll(async () => {
  await portico('user unlock ines.duarte', env)
  for (const username of ['henrik.aalto', 'dmytro.bauer']) {
    const account = await idp.portico.accounts?.accountByUsername(username)
    await idp.portico.accounts?.changePassword(account?.sub ?? '', PASSWORD)
  }
})

it('the plan of the configured rule names exactly the users who must then set up a second factor', async () => {
  const plan = await planOf()
  const { accounts = [] } = (await idp.portico.accounts?.list(undefined, 500)) ?? {}
  const pages = new Map<string, string>()
  for (const { username, status } of accounts) if (status === 'active') pages.set(username, await enter(username))
  const at = (wanted: RegExp): readonly string[] =>
    [...pages].filter(([, page]) => wanted.test(page)).map(([name]) => name)
  expect(at(new RegExp(SET_UP)).toSorted()).toEqual(plan.wouldStop.toSorted())
  expect(at(/Enter your code|Use your passkey/)).toHaveLength(plan.haveFactor)
  expect(plan.wouldStop.length + plan.haveFactor).toBe(accounts.length - 1)
  expect(plan.byApp.trusted).toEqual(plan.wouldStop)
  expect(Object.values(plan.byRole).flat().length).toBeGreaterThanOrEqual(plan.wouldStop.length)
  expect(plan.wouldStop).toEqual(expect.arrayContaining([...plan.withoutEmail]))
})

it('the plan of another rule counts its users, by app and role, and every user of the panel', async () => {
  const plan = await planOf('--role finance')
  expect(plan.byApp['sso-admin']).toEqual(expect.arrayContaining(['mira.lindqvist', 'aisha.rahman']))
  expect(plan.byApp.trusted).toEqual(plan.byRole.finance)
  expect(plan.byApp.trusted).toContain('ines.duarte')
  expect((await planOf('--require administrators')).byApp.trusted).toEqual(['mira.lindqvist'])
  const { out } = await portico('policy second-factor --plan --require administrators', env)
  expect(out).toContain('required of: administrators')
  expect(out).toContain('  mira.lindqvist')
  expect((await portico('policy second-factor', env)).out).toBe(`required of: ${RULE.require}`)
  expect(await portico(`policy second-factor --plan --require ${RULE.require} --role finance`, env)).toMatchObject(
    ends(2, 'use either --require or --role'),
  )
})

it('a grace lets a user in until its day is over, and is in the audit log', async () => {
  const until = new Date(idp.clock.now()).toISOString().slice(0, 10)
  const grace = (more: string) => portico(['user', 'grace', 'ines.duarte', ...more.split(' ')], env)
  expect(await enter('ines.duarte')).toBe(SET_UP)
  for (const wrong of ['--until tomorrow', '--until 2027-02-29', '--until 2026-01-31', '--json'])
    expect(await grace(wrong)).toMatchObject(ends(2, '--until must be a date'))
  expect((await grace(`--until ${until}`)).code).toBe(0)
  expect(await grace(`--until ${until}`)).toMatchObject(ends(0, 'no changes'))
  expect(await enter('ines.duarte')).toBe('the app')
  expect(await planOf()).toMatchObject({ inGrace: ['ines.duarte'] })
  expect((await portico(['user', 'grace', 'ines.duarte', '--until', ''], env)).code).toBe(0)
  expect(await enter('ines.duarte')).toBe(SET_UP)
  const { entries } = await idp.portico.audit.list({}, undefined, 100)
  expect(entries.filter(({ event }) => event === 'second-factor.grace').map(({ changes }) => changes?.until)).toEqual([
    [until, null],
    [null, until],
  ])
})
