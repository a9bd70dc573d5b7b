import { randomBytes } from 'node:crypto'
import { askUser } from './answers.ts'
import type { EngineRun, ValidatedRequest } from './context.ts'
import { setResumeCookie } from './engine-cookies.ts'
import { engineParameters } from './engine-parameters.ts'
import type { EngineSettings } from './settings.ts'

/** Starts a sign-in in a browser that has no session. Other steps, such as consent, follow later. */
export async function beginSignIn(
  settings: EngineSettings,
  issuerUrl: string,
  run: EngineRun & ValidatedRequest,
): Promise<void> {
  const { interactionSeconds: seconds, interactions } = settings
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
  setResumeCookie(settings, run.context, uid, { value: uid, seconds })
  askUser(settings, run.context, uid)
}
