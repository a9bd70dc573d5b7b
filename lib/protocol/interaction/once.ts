import { randomBytes } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import { redirect } from '../../web/http/responses.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'

const SENT = 'interaction-form'
const SENT_MS = 600_000
/** Pauses between looks at what became of the first, in milliseconds: each look is paid for by the store. */
const PAUSES_MS = [50, 100, 200, 400, 800]

/** Hidden field of a form that is sent twice by two clicks: what it carries can be used once. */
export const oneUse = (): Readonly<Record<string, string>> => ({ form_id: randomBytes(16).toString('base64url') })

/**
 * Takes a form once. The browser looks at the answer to the last click alone, so the same form sent again waits for what
 * becomes of the first, and goes where that led; if its page was shown again, it is judged anew.
 */
export async function takeOnce(
  { storage: { records } }: Pick<InteractionServices, 'storage'>,
  { context, state, action }: OpenInteraction,
  form: Form,
  take: () => Promise<Outcome>,
): Promise<Outcome> {
  const formId = form.get('form_id') ?? ''
  if (!/^[\w-]{22}$/.test(formId)) return take()
  const key = `${state.interaction.uid} ${formId}`
  for (let looks = 0; (await records.claim(SENT, key, 'under-way', SENT_MS)) === 'taken'; looks += 1) {
    const pause = PAUSES_MS[looks]
    if (pause === undefined || (await records.read(SENT, key)) === 'led') {
      // The address of the interaction knows how far it has come.
      redirect(context, action)
      return 'led'
    }
    await pass(pause)
  }
  let outcome: Outcome = 'shown'
  try {
    outcome = await take()
  } finally {
    // The answer is on its way: what cannot be noted now costs the second click its wait, and nothing else.
    const noted = outcome === 'led' ? records.put(SENT, key, 'led', SENT_MS) : records.remove(SENT, key)
    await noted.catch(() => undefined)
  }
  return outcome
}
