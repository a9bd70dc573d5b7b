import { randomBytes } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { redirected } from './stage-page.ts'

const SENT = 'interaction-form'
const SENT_MS = 600_000
/** Pauses in milliseconds between checks for the first form's outcome. They get longer, to reduce store calls. */
const PAUSES_MS = [50, 100, 200, 400, 800]

/** Hidden field that marks a form as single-use, in case a double click submits it twice. */
export const oneUse = (): Readonly<Record<string, string>> => ({ form_id: randomBytes(16).toString('base64url') })

/**
 * Processes a form only once, even if a double click submits it twice. The browser displays only the response to the
 * second submission, so the second waits for the outcome of the first and then redirects as well. If the first only
 * showed its page again, the second is processed.
 */
export async function takeOnce(
  { storage: { records } }: Pick<InteractionServices, 'storage'>,
  open: OpenInteraction,
  form: Form,
  take: () => Promise<Outcome>,
): Promise<Outcome> {
  const formId = form.get('form_id') ?? ''
  if (!/^[\w-]{22}$/.test(formId)) return take()
  const key = `${open.state.interaction.uid} ${formId}`
  for (let looks = 0; (await records.claim(SENT, key, 'under-way', SENT_MS)) === 'taken'; looks += 1) {
    const pause = PAUSES_MS[looks]
    // Redirect to the interaction's URL, which shows the page for its current state.
    if (pause === undefined || (await records.read(SENT, key)) === 'redirected') return redirected(open)
    await pass(pause)
  }
  let outcome: Outcome = 'rendered'
  try {
    outcome = await take()
  } finally {
    // Ignore store errors here: the response has been sent, and a repeated submission would only wait longer.
    const noted = outcome === 'redirected' ? records.put(SENT, key, 'redirected', SENT_MS) : records.remove(SENT, key)
    await noted.catch(() => undefined)
  }
  return outcome
}
