/** An email that is ready to send. */
export interface Email {
  /** Identical for all attempts of one email, so that a receiver can detect duplicates. */
  readonly id: string
  /** `recovery`, `invitation` and so on. */
  readonly kind: string
  /** One email address, without a display name. */
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** A complete page with the same words as `text`. It loads no external resources. */
  readonly html: string
  /** Language tag of `text` and `html`. */
  readonly locale: string
  /** Link in the email: a secret of the recipient, never logged. Absent when the email has no link. */
  readonly link?: string
  /** Code in the email: as secret as the link. */
  readonly code?: string
}

/**
 * Outcome of an attempt. `answer` is the server's response for administrators: one line of at most 500 characters.
 * It never contains an email address, a link, or a password.
 */
export type Handover =
  /** The server has taken responsibility for the email. */
  | { readonly outcome: 'accepted'; readonly answer: string }
  /** Temporary failure (4yz, RFC 5321 s4.2.1), or the server was unreachable. The email is sent again. */
  | { readonly outcome: 'deferred'; readonly answer: string }
  /** Permanent failure (5yz). */
  | { readonly outcome: 'refused'; readonly answer: string }

/** Thrown by a function of the host for a permanent failure. After any other error the email is sent again. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused'
}

/** A function of the host that replaces a mailer. Administrators see its return value as the server's response. */
export type SendEmail = (email: Email) => Promise<string | void>

/** A problem that prevents the delivery of all emails. */
export interface MailFact {
  readonly code: 'mail-unreachable' | 'mail-tls' | 'mail-credentials'
  /** The server's response, or that there was none: one line, no secret. */
  readonly what: string
}

/** Hands emails over to a mail server. An attempt that takes longer than 13 s is retried. */
export interface Mailer {
  /** Name for the log and the panel: "smtp (mail.example.com)". No user name, no password. */
  readonly name: string
  /** Makes one attempt. A thrown error counts as `deferred`, and its message is never displayed. */
  send(email: Email): Promise<Handover>
  /** For `portico doctor`: connects and signs in without sending an email. Undefined when there is no problem. */
  verify?(): Promise<MailFact | undefined>
  close?(): Promise<void>
}
