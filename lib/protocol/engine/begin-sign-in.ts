import { randomBytes } from 'node:crypto'
import { askUser } from './answers.ts'
import type { EngineRun, ValidatedRequest } from './context.ts'
import { engineParameters } from './engine-parameters.ts'
import { type EngineSettings, engineCookies } from './settings.ts'
import { setSignedCookie } from './signed-cookies.ts'

/** The sign-in page, for a browser in which nobody is signed in: whatever else there may be to ask comes after it. */
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
    // The engine, which may go on with it, asks the machine for the time.
    exp: Math.floor(Date.now() / 1000) + seconds,
  }
  await interactions.save(run, interaction, seconds)
  const names = engineCookies(settings)
  setSignedCookie(settings, run.context, names.interaction, uid, { path: `${mountPath}/interaction/${uid}`, seconds })
  setSignedCookie(settings, run.context, names.resume, uid, { path: `${mountPath}/authorize/${uid}`, seconds })
  askUser(settings, run.context, run.client, uid)
}
