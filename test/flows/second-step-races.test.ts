/** Single-use values work once, with any number of concurrent uses on any number of nodes. */
import { codeOf } from '../support/authenticator-app.ts'
import type { Browser, Page } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { inParallel } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { softwareAuthenticator } from '../support/software-authenticator.ts'
import { until } from '../support/until.ts'
import { pageOf, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  codesOn,
  enrolPasskey,
  newPerson,
  optionsOn,
  withApp,
  withPassword,
} from './second-factor-visitor.ts'

const TRIES = 20
/** As many as the throttle admits concurrently. */
const WAVE = 10

onEachDeployment((idp) => {
  let nodes: readonly Node[]
  beforeAll(async () => {
    nodes = [idp, await idp.anotherNode()]
  })
  const nodeOf = (index: number): Node => nodes[index % nodes.length] as Node

  /** As many sign-ins as tries, all at the second step, turn by turn on the nodes. */
  const halfway = (owner: Parameters<typeof withPassword>[1]): Promise<Awaited<ReturnType<typeof withPassword>>[]> =>
    inParallel(TRIES, 4, (index) => withPassword(nodeOf(index), owner))
  const outcomes = async (
    begun: Awaited<ReturnType<typeof halfway>>,
    fields: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> => {
    const stops = await inParallel(begun.length, begun.length, async (index) => {
      const one = begun[index] as (typeof begun)[number]
      return one.who.browser.submit(pageOf(one.stop), fields)
    })
    return stops.map(({ at, answer }) => (at === 'external' ? 'signed in' : String(answer.status)))
  }
  /** The first form of the page, sent by one browser as often as there are tries, turn by turn to the nodes. */
  const sentAtOnce = ({ cookies }: Browser, { url, forms: [form] }: Page, fields: Readonly<Record<string, string>>) =>
    inParallel(TRIES, TRIES, (index) =>
      nodeOf(index).send(new URL(form?.action ?? '', url).href, {
        body: { ...form?.fields, ...fields },
        headers: {
          cookie: cookies.header(new URL(url).pathname) ?? '',
          'sec-fetch-site': 'same-origin',
          accept: 'text/html',
        },
      }),
    )
  const signedIn = (all: readonly string[]): number => all.filter((one) => one === 'signed in').length

  it(`one code of an app, tried ${TRIES} times concurrently on two nodes, signs in once`, async () => {
    const { owner, app } = await withApp(idp)
    const begun = await halfway(owner)
    const code = app.code()
    const all = await outcomes(begun, { code })
    expect(signedIn(all)).toBe(1)
    expect(all.filter((one) => one === '422' || one === '429')).toHaveLength(TRIES - 1)
  })

  it(`one code of an app, tried ${TRIES} times concurrently in one and the same sign-in, gives one session`, async () => {
    const { owner, app } = await withApp(idp)
    const { who, stop } = await withPassword(idp, owner)
    const answers = await sentAtOnce(who.browser, pageOf(stop), { code: app.code() })
    expect(
      answers.filter(({ status, headers }) => status === 303 && headers.location?.includes('/authorize/') === true),
    ).toHaveLength(1)
  })

  it(`one recovery code, tried ${TRIES} times concurrently on two nodes, signs in once`, async () => {
    const { owner, app } = await withApp(idp)
    const begun = await halfway(owner)
    const all = await outcomes(begun, { recovery_code: app.recoveryCodes[0] ?? '' })
    expect(signedIn(all)).toBe(1)
    expect((await idp.portico.accounts?.recoveryCodes?.stateOf(owner.sub))?.left).toBe(9)
  })

  it('the directory itself returns "accepted" once to twenty calls on two nodes, without any throttle', async () => {
    const { owner, app } = await withApp(idp)
    const code = app.code()
    const said = await inParallel(TRIES, TRIES, async (index) =>
      nodeOf(index).portico.accounts?.totp?.accept(owner.sub, code),
    )
    expect(said.toSorted()).toEqual(['accepted', ...Array.from({ length: TRIES - 1 }, () => 'used')])
    const spoken = await inParallel(TRIES, TRIES, async (index) =>
      nodeOf(index).portico.accounts?.recoveryCodes?.accept(owner.sub, app.recoveryCodes[0] ?? ''),
    )
    expect(spoken.toSorted()).toEqual(['accepted', ...Array.from({ length: TRIES - 1 }, () => 'wrong')])
  })

  it('ten different recovery codes, used concurrently, are used up one by one', async () => {
    const { owner, app } = await withApp(idp)
    const begun = (await halfway(owner)).slice(0, WAVE)
    const stops = await inParallel(WAVE, WAVE, async (index) => {
      const one = begun[index] as (typeof begun)[number]
      return one.who.browser.submit(pageOf(one.stop), { recovery_code: app.recoveryCodes[index] ?? '' })
    })
    expect(stops.map(({ at }) => at)).toEqual(Array.from({ length: WAVE }, () => 'external'))
    expect(await idp.portico.accounts?.recoveryCodes?.stateOf(owner.sub)).toMatchObject({ left: 0 })
  })

  it('one assertion of a passkey, sent twenty times concurrently on two nodes, signs in once', async () => {
    const owner = await newPerson(idp)
    // One that does not count its signatures: the challenge alone must stop the copies.
    const { authenticator } = await enrolPasskey(
      idp,
      visitor(idp, owner),
      softwareAuthenticator(new URL(idp.issuer).origin, 'synced'),
    )
    const { who, page } = await atSignIn(idp, owner)
    const passkey = authenticator.get(await optionsOn(who.browser, page))
    const answers = await sentAtOnce(who.browser, page, { passkey })
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(TRIES - 1)
  })

  it('two that confirm the same new app, or add the same passkey, do it once', async () => {
    const owner = await newPerson(idp)
    const portal = visitor(idp, owner)
    const page = await portal.open('/security/authenticator')
    const key = /value="([A-Z2-7 ]{30,})"/.exec(page.answer.text)?.[1] ?? ''
    const shown = await inParallel(6, 6, () =>
      portal.press(page, { to: '/security/authenticator' }, { code: codeOf(key, idp.clock.now()) }),
    )
    // Each submission of the same set-up shows the same codes, so that a double click loses none.
    const codes = shown.map(codesOn).filter((found) => found.length > 0)
    expect(codes.length).toBeGreaterThan(0)
    expect(new Set(codes.map(String)).size).toBe(1)
    const events = async () =>
      (await idp.portico.audit.list({ user: owner.sub }, undefined, 50)).entries
        .map(({ event }) => event)
        .filter((event) => event === 'account.authenticator-added')
    await until(async () => (await events()).length > 0)
    expect(await events()).toHaveLength(1)
  })
})
