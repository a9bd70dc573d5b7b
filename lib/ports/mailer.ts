/** A letter that is ready to be handed over to a mail server. */
export interface Letter {
  /** The same at every attempt of one letter; a receiver may know by it that a letter came twice. */
  readonly id: string
  /** What it is about: `recovery`, `invitation` and so on. */
  readonly kind: string
  /** One address, without a display name. */
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** A whole page, with the same words as `text`; it loads nothing from anywhere. */
  readonly html: string
  /** Language tag of both. */
  readonly locale: string
  /** Where the letter leads: a secret of its receiver, never for a log. Absent in letters that lead nowhere. */
  readonly link?: string
  /** A code that the letter brings: as secret as the link. */
  readonly code?: string
}

/**
 * What became of an attempt. `answer`: what the server said, in one line of at most 500 characters, for administrators.
 * It never has an address, a link or a password in it.
 */
export type Handover =
  /** The server is responsible for it from now on. */
  | { readonly outcome: 'accepted'; readonly answer: string }
  /** Not now: the server said so (4yz, RFC 5321 s4.2.1), or there was none to be reached. It is tried again. */
  | { readonly outcome: 'deferred'; readonly answer: string }
  /** Never: the server refused it for good (5yz). */
  | { readonly outcome: 'refused'; readonly answer: string }

/** What a function of the host throws where a letter was refused for good; every other error means that it is tried again. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused'
}

/** A function of the host in the place of a mailer: what it returns is shown to administrators as the answer. */
export type SendLetter = (letter: Letter) => Promise<string | void>

/** What stands in the way of every letter. */
export interface MailFact {
  readonly code: 'mail-unreachable' | 'mail-tls' | 'mail-credentials'
  /** What the server said, or that it said nothing: one line, no secret. */
  readonly what: string
}

/** Hands letters over to whoever delivers them. An attempt that takes longer than 13 s is tried again. */
export interface Mailer {
  /** For the log and the panel: "smtp (mail.example.com)". No user name, no password. */
  readonly name: string
  /** One attempt. An error that it throws is taken for `deferred`, and its message is shown to nobody. */
  send(letter: Letter): Promise<Handover>
  /** For `portico doctor`: connects and signs in as for a letter, and sends none. Undefined: nothing stands in the way. */
  verify?(): Promise<MailFact | undefined>
  close?(): Promise<void>
}
