import { smtpMailer } from '../../../adapters/smtp/index.ts'
import { type Finding, finding } from '../../../policies/findings.ts'
import type { Configuration } from '../../config/configuration.ts'

/** Checks whether the configured mail server accepts emails, without sending one. */
export async function lookAtMail({ mail, baseUrl }: Configuration): Promise<readonly Finding[]> {
  const { url, from } = mail
  if (url === undefined || from === undefined) return []
  let mailer: ReturnType<typeof smtpMailer>
  try {
    mailer = smtpMailer({ url, from, ehloName: new URL(baseUrl).hostname })
  } catch (error) {
    // The message contains the reason but never the password.
    return [finding('settings-invalid', `mail: ${(error as Error).message}`)]
  }
  try {
    const fact = await mailer.verify?.()
    return fact === undefined ? [] : [finding(fact.code, `${mailer.name}: ${fact.what}`)]
  } finally {
    await mailer.close?.()
  }
}
