import type { EmailEntry } from '../../../domain/emails/email-ledger.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'

/** Portico's own reasons are translated. A mail server's response is shown unchanged. */
export function answerOf(
  { lastError, lastAnswer }: Pick<EmailEntry, 'lastError' | 'lastAnswer'>,
  { reasons }: Messages['operations']['emails'],
): string | undefined {
  if (lastError === undefined) return lastAnswer
  return Object.hasOwn(reasons, lastError) ? reasons[lastError as keyof typeof reasons] : lastError
}

/** The list of emails to one user. */
export const emailsPath = (sub: string): string => `/emails?user=${encodeURIComponent(sub)}`
