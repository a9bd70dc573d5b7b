import { smtpMailer } from '../../../adapters/smtp/index.ts'
import { type Finding, finding } from '../../../policies/findings.ts'
import type { Configuration } from '../../config/configuration.ts'

/** Whether the mail server of the settings takes letters; none is sent. */
export async function lookAtMail({ mail }: Configuration): Promise<readonly Finding[]> {
  const { url, from } = mail
  if (url === undefined || from === undefined) return []
  let mailer: ReturnType<typeof smtpMailer>
  try {
    mailer = smtpMailer({ url, from })
  } catch (error) {
    // It says what is wrong, and never what the password is.
    return [finding('settings-invalid', `mail: ${(error as Error).message}`)]
  }
  try {
    const fact = await mailer.verify?.()
    return fact === undefined ? [] : [finding(fact.code, `${mailer.name}: ${fact.what}`)]
  } finally {
    await mailer.close?.()
  }
}
