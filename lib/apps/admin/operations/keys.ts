import type { KeyState } from '../../../../policies/key-rotation.ts'
import { keyTimes } from '../../../domain/keys/key-timing.ts'
import { writeAudit } from '../../../domain/management/account-result.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { actorOf, show } from '../shell/show.ts'
import { KeyList, KeyRotate, type KeyRow, type Moment } from './keys-view.tsx'
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

export async function rotateKeys(page: OperationsRequest): Promise<void> {
  await page.services.keys.rotate()
  await writeAudit(page.services.audit, actorOf(page), { event: 'key.rotation-asked' })
  await redirectWithFlash(page, '/keys', 'ok', viewOf(page).t.operations.keys.rotated)
}
