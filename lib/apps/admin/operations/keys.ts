import type { KeyState } from '../../../../policies/key-rotation.ts'
import { keyTimes } from '../../../domain/keys/key-timing.ts'
import { writeAudit } from '../../../domain/management/account-result.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { required } from '../../../web/request/request-context.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { actorOf, show } from '../shell/show.ts'
import {
  KeyList,
  KeyRotate,
  type KeyRow,
  KeyWithdraw,
  KID_END,
  type Moment,
  type WithdrawalImpact,
} from './keys-view.tsx'
import type { OperationsRequest, OperationsServices } from './services.ts'

export async function showKeys(page: OperationsRequest): Promise<void> {
  const { site, keys } = page.services
  await show(page, 200, KeyList, {
    jwksHref: `${site.issuerUrl}/.well-known/jwks.json`,
    rotatable: keys.rotatable,
    rows: rowsOf(page.services),
  })
}

/** Includes times computed from the settings: the planned rotation, and the expiry of the last token. */
function rowsOf({ keys, configuration }: OperationsServices): readonly KeyRow[] {
  const { rotateAfter, withdrawAfter } = keyTimes(configuration.keys, configuration.lifetimes)
  const list = keys.list()
  const since = list.find(({ state }) => state === 'current')?.activatedAt
  const change = since === undefined || !keys.rotatable ? undefined : since + rotateAfter
  return list
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.publishedAt - a.publishedAt)
    .map(({ kid, state, publishedAt, activatedAt, retiredAt }) => {
      const from = activatedAt ?? (state === 'next' ? change : undefined)
      const until = retiredAt ?? (state === 'current' ? change : undefined)
      return {
        kid,
        state,
        publishedAt: new Date(publishedAt * 1000),
        from: momentOf(from, activatedAt === undefined),
        until: momentOf(until, retiredAt === undefined),
        ends: until === undefined ? undefined : momentOf(until + withdrawAfter, retiredAt === undefined),
      }
    })
}

const ORDER: readonly KeyState[] = ['next', 'current', 'previous']

const momentOf = (seconds: number | undefined, planned: boolean): Moment | undefined =>
  seconds === undefined ? undefined : { at: new Date(seconds * 1000), planned }

/** GET /keys/rotate: asks for confirmation before the key is rotated. */
export async function askRotation(page: OperationsRequest): Promise<void> {
  await show(page, 200, KeyRotate, { form: formAt(page, '/keys/rotate') })
}

/** Maximum number of signed-in users whose apps are counted. */
const USERS_COUNTED = 500

/** Users and apps with live sessions, whose access tokens a withdrawal ends. Public apps cannot query Portico. */
async function impactOf({ services }: OperationsRequest): Promise<WithdrawalImpact> {
  const subjects = await services.storage.sessions.subjects(undefined, USERS_COUNTED + 1)
  const counted = subjects.slice(0, USERS_COUNTED)
  const sessions = await Promise.all(counted.map((subject) => sessionsOf(services.storage, subject)))
  const ids = new Set(sessions.flat().flatMap((session) => session.clients.map(({ clientId }) => clientId)))
  const clients = (await Promise.all([...ids].map((id) => services.clients.find(id)))).filter(
    (client) => client !== undefined && client.source !== 'service',
  )
  return {
    users: sessions.filter((own) => own.length > 0).length,
    apps: clients.length,
    publicApps: clients.filter((client) => client?.type === 'public').length,
    isMore: subjects.length > USERS_COUNTED,
  }
}

/** GET /keys/withdraw: what a withdrawal of the current key breaks. The administrator types the end of its ID. */
export function askWithdrawal(page: OperationsRequest): Promise<void> {
  return showWithdrawal(page, 200)
}

async function showWithdrawal(page: OperationsRequest, status: number): Promise<void> {
  const kid = currentKidOf(page)
  await show(page, status, KeyWithdraw, {
    form: formAt(page, '/keys/withdraw'),
    kid,
    impact: await impactOf(page),
    minutes: Math.ceil(page.services.configuration.lifetimes.accessToken / 60),
    wrong: status !== 200,
  })
}

/** @throws ProtocolError not_found 404 if an external system keeps the key */
const currentKidOf = ({ services: { keys } }: OperationsRequest): string =>
  required(keys.rotatable ? keys.current()?.kid : undefined)

/** POST /keys/withdraw: tokens of the current key are refused immediately, and the next key signs. */
export async function withdrawKey(page: OperationsRequest): Promise<void> {
  const kid = currentKidOf(page)
  if (page.form.get('confirm')?.trim() !== kid.slice(-KID_END)) return showWithdrawal(page, 422)
  // Another node may have rotated the key meanwhile.
  await page.services.keys.rotate('compromised', kid)
  await writeAudit(page.services.audit, actorOf(page), { event: 'key.withdrawn' })
  await redirectWithFlash(page, '/keys', 'ok', viewOf(page).t.operations.keys.withdraw.done)
}

export async function rotateKeys(page: OperationsRequest): Promise<void> {
  await page.services.keys.rotate()
  await writeAudit(page.services.audit, actorOf(page), { event: 'key.rotation-asked' })
  await redirectWithFlash(page, '/keys', 'ok', viewOf(page).t.operations.keys.rotated)
}
