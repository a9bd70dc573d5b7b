import type { Configuration } from '../config/configuration.ts'
import { type ConfigIssue, configIssue } from '../config/issues/config-error.ts'
import { hostMailer } from '../domain/emails/host-mailer.ts'
import type { Mailer, SendEmail } from '../ports/mailer.ts'

/** Returns the host's mailer. If it has none, uses the mail server from the settings. */
export async function senderOf(
  given: Mailer | SendEmail | undefined,
  settings: Pick<Configuration, 'mail' | 'baseUrl'> | undefined,
): Promise<{ readonly mailer: Mailer | undefined; readonly issues: readonly ConfigIssue[] }> {
  if (given !== undefined) return { mailer: typeof given === 'function' ? hostMailer(given) : given, issues: [] }
  const { url, from } = settings?.mail ?? {}
  if (settings === undefined || url === undefined || from === undefined) return { mailer: undefined, issues: [] }
  const { smtpMailer } = await import('../../adapters/smtp/index.ts')
  try {
    return { mailer: smtpMailer({ url, from, ehloName: new URL(settings.baseUrl).hostname }), issues: [] }
  } catch (error) {
    // The message contains the reason but never the password.
    const issue = configIssue('E1001', 'mail', 'a mail server and a sender', (error as Error).message)
    return { mailer: undefined, issues: [issue] }
  }
}
