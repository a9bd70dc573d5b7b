/** The mail server, and the emails that users receive. */
import { flag, matching } from './kinds.ts'
import { GROUP, type Settings } from './setting-schema.ts'

const notice = (when: string) => flag(true, `Whether users get a notice ${when}.`)

export const MAIL_SETTINGS = {
  mail: {
    ...GROUP,
    description: 'Emails to users.',
    examples: [{ url: 'smtps://user:password@smtp.example.com', from: 'Example ID <id@example.com>' }],
    properties: {
      url: {
        ...matching('^smtps?://\\S+$', 2048),
        writeOnly: true,
        description:
          'Mail server: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465. Certificates are verified; ?ca=PATH adds a private CA.',
        absent: 'no emails are sent; on localhost, the reference deployment writes them to files',
        examples: ['smtp://portico:…@smtp.example.com:587'],
        expected: 'an smtp:// or smtps:// URL',
        env: 'SMTP_URL',
      },
      from: {
        ...matching('^(?:[^<>\\r\\n"]{0,100}<[^\\s<>@":/]+@[^\\s<>@":/]+>|[^\\s<>@":/]+@[^\\s<>@":/]+)$', 320),
        description: 'Sender of emails: an email address, optionally with a name.',
        absent: 'required with mail.url',
        examples: ['Example ID <id@example.com>'],
        expected: 'an address such as "Example ID <id@example.com>"',
        env: 'MAIL_FROM',
      },
      notices: {
        ...GROUP,
        description:
          'Security notices to users with a verified email address. Each email contains a "This wasn’t me" link.',
        examples: [{ newBrowser: false }],
        properties: {
          newBrowser: notice('about a sign-in from a new browser'),
          passwordChanged: notice('when their password is changed'),
          factors: notice('about added, removed, and soon required second factors and external accounts'),
          recoveryCodes: notice('when a recovery code is used'),
          addressChanged: notice('at their old email address when it is replaced'),
        },
      },
    },
  },
} as const satisfies Settings
