import { randomBytes } from 'node:crypto'
import { askUser } from './answers.ts'
import type { EngineRun, ValidatedRequest } from './context.ts'
import { engineParameters } from './engine-parameters.ts'
import { type EngineSettings, engineCookies } from './settings.ts'
import { setSignedCookie } from './signed-cookies.ts'

/** Starts a sign-in in a browser that has no session. Other steps, such as consent, follow later. */
export async function beginSignIn(
  settings: EngineSettings,
  issuerUrl: string,
  run: EngineRun & ValidatedRequest,
): Promise<void> {
  const { mountPath, interactionSeconds: seconds, interactions } = settings
  const uid = randomBytes(32).toString('base64url')
  const interaction = {
    uid,
    prompt: { name: 'login' },
    params: engineParameters(run.context, run),
    returnTo: `${issuerUrl}/authorize/${uid}`,
    // Use Date.now(), because the engine compares this value with the system clock after the sign-in.
    exp: Math.floor(Date.now() / 1000) + seconds,
  }
  await interactions.save(run, interaction, seconds)
  const names = engineCookies(settings)
  setSignedCookie(settings, run.context, names.interaction, uid, { path: `${mountPath}/interaction/${uid}`, seconds })
  setSignedCookie(settings, run.context, names.resume, uid, { path: `${mountPath}/authorize/${uid}`, seconds })
  askUser(settings, run.context, run.client, uid)
}
