import { objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

export function checkMail(data: unknown): readonly ConfigIssue[] {
  const mail = objectAt(data, 'mail')
  if (textAt(mail, 'url') === undefined || textAt(mail, 'from') !== undefined) return []
  return [
    configIssue('E1004', 'mail.from', 'the sender of emails, because mail.url is set', 'nothing', 'or set MAIL_FROM'),
  ]
}
