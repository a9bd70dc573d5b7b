/** An email that is ready to send. */
export interface Email {
  /** Identical for all attempts to send the same email, so that receivers can detect duplicates. */
  readonly id: string
  /** For example `recovery` or `invitation`. */
  readonly kind: string
  /** A single email address, without a display name. */
  readonly to: string
  /** A single line. */
  readonly subject: string
  /** Body as plain text. */
  readonly text: string
  /** A complete page with the same wording as `text`. It loads no external resources. */
  readonly html: string
  /** Language tag of `text` and `html`. */
  readonly locale: string
  /** The link in the email. It is secret, so it is never logged. Absent if the email contains no link. */
  readonly link?: string
  /** The code in the email. Like the link, it is secret. */
  readonly code?: string
}

/**
 * Outcome of an attempt. `answer` is the server's response, shown to administrators: one line of at most 500
 * characters. The response never contains an email address, a link, or a password.
 */
export type Handover =
  /** The server has taken responsibility for the email. */
  | { readonly outcome: 'accepted'; readonly answer: string }
  /** Temporary failure (4yz, RFC 5321 s4.2.1), or the server was unreachable. The email will be sent again. */
  | { readonly outcome: 'deferred'; readonly answer: string }
  /** Permanent failure (5yz). */
  | { readonly outcome: 'refused'; readonly answer: string }

/** The host's function throws this for a permanent failure. After any other error, the email is sent again. */
export class EmailRefused extends Error {
  /** Identifies this error class without `instanceof`. */
  override readonly name = 'EmailRefused'
}

/** The host's function for sending email, used instead of a mailer. Administrators see the response it returns. */
export type SendEmail = (email: Email) => Promise<string | void>

/** A problem that prevents all emails from being delivered. */
export interface MailFact {
  readonly code: 'mail-unreachable' | 'mail-tls' | 'mail-credentials'
  /** The server's response, or a note that there was none. One line, without secrets. */
  readonly what: string
}

/** Hands emails over to a mail server. Attempts that take longer than 13 s are retried. */
export interface Mailer {
  /** Name shown in the log and the panel, such as "smtp (mail.example.com)". It contains no user name or password. */
  readonly name: string
  /** Makes one attempt. A thrown error counts as `deferred`, and its message is never displayed. */
  send(email: Email): Promise<Handover>
  /** For `portico doctor`: connects and signs in without sending an email. Undefined if there is no problem. */
  verify?(): Promise<MailFact | undefined>
  /** Releases connections. Called when Portico closes. */
  close?(): Promise<void>
}
