import { writeAudit } from '../../../domain/management/actor.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { actorOf, judgeSignIn, show } from '../shell/show.ts'
import { KeyList, KeyRotate } from './keys-view.tsx'
import type { OperationsRequest } from './services.ts'

const date = (seconds: number | undefined): Date | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000)

/** GET /keys */
export async function showKeys(page: OperationsRequest): Promise<void> {
  const { keys, issuerUrl, rotatableKeys } = page.services
  await show(page, 200, KeyList, {
    jwksHref: `${issuerUrl}/.well-known/jwks.json`,
    rotatable: rotatableKeys,
    rows: keys.list().map(({ kid, state, publishedAt, activatedAt, retiredAt }) => ({
      kid,
      state,
      publishedAt: new Date(publishedAt * 1000),
      activatedAt: date(activatedAt),
      retiredAt: date(retiredAt),
    })),
  })
}

/** GET /keys/rotate: what will happen; it needs a recent sign-in. */
export async function askRotation(page: OperationsRequest): Promise<void> {
  if (!(await page.assertRecentSignIn())) return
  await show(page, 200, KeyRotate, { form: { action: page.href('/keys/rotate'), hidden: page.hidden } })
}

/** POST /keys/rotate */
export async function rotateKeys(page: OperationsRequest): Promise<void> {
  if ((await judgeSignIn(page, 'keys', '/keys/rotate')) === 'stale') return
  await page.services.keys.rotate()
  await writeAudit(page.services.audit, actorOf(page), { event: 'key.rotation-asked' })
  await redirectWithFlash(page, '/keys', { tone: 'ok', text: viewOf(page).t.operations.keys.rotated })
}
