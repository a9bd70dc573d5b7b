import type { Email, Handover, Mailer } from '../../ports/mailer.ts'
import { inTime } from '../in-time.ts'

/** Maximum duration of an attempt, in milliseconds; shorter than a lease. */
const TIMEOUT_MS = 13_000
const ANSWER_MAX = 500

/** Hands over an email, even if the host's mailer hangs, throws, or returns something invalid. */
export async function handOver(mailer: Mailer, email: Email): Promise<Handover> {
  try {
    const late: Handover = { outcome: 'deferred', answer: 'no response in time' }
    const { outcome, answer } = await inTime(
      async () => mailer.send(email),
      TIMEOUT_MS,
      () => late,
    )
    return { outcome, answer: withoutSecrets(answer, email) }
  } catch {
    // Do not report the error message, which may contain an email address.
    return { outcome: 'deferred', answer: 'the function that sends emails failed' }
  }
}

/** The mailer's response for administrators, with the email address, the link, and the code removed. */
function withoutSecrets(answer: unknown, { to, link, code }: Email): string {
  if (typeof answer !== 'string') return ''
  const token = link === undefined ? undefined : /[?&]link=([^&#]+)/.exec(link)?.[1]
  const [local = ''] = to.split('@', 1)
  // Do not remove a short local part, which may occur in other words and reveals nothing without the domain.
  const secrets = [link, token, to, local.length < 4 ? undefined : local, code].filter((one) => one !== undefined)
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret as string)]) as readonly string[]
  const cleaned = forms.reduce(
    // Servers may repeat email addresses in a different case.
    (text, secret) => text.replaceAll(new RegExp(escaped(secret), 'gi'), '…'),
    answer.slice(0, ANSWER_MAX * 4),
  )
  return cleaned.length > ANSWER_MAX ? `${cleaned.slice(0, ANSWER_MAX - 1)}…` : cleaned
}

const escaped = (text: string): string => text.replaceAll(/[^\w@]/g, '\\$&')
