/**
 * Letters to users: which there are, how long each waits for its mail server, and which link it has. What is not handed over in time
 * is dropped: a link that nobody expects any more is worth nothing to its receiver.
 *
 * Spec      outbox of letters; D-A6
 * RFC       5321 s4.5.4.1
 * Deny      none
 * Enforced  lib/domain/letters/letter-attempt.ts, lib/domain/letters/letter-links.ts
 * Tests     test/policies/letters.test.ts, test/flows/letters.test.ts
 */
export type LinkKind = 'recovery' | 'invitation' | 'address' | 'not-me'

/** What a user is told of without having asked for it. */
export type NoticeKind =
  | 'new-browser'
  | 'password-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-code-used'
  | 'address-changed'
  | 'identity-linked'
  | 'identity-unlinked'

export type LetterKind = 'recovery' | 'invitation' | 'address' | 'mail-code' | 'test' | NoticeKind

const [HOUR, DAY] = [3_600, 86_400]

export interface LetterRule {
  /** Where the link in it leads; undefined without one. */
  readonly link?: LinkKind
  /** How long it may wait to be handed over, in seconds. */
  readonly keepSeconds: number
}

const NOTICE: LetterRule = { link: 'not-me', keepSeconds: 3 * DAY }

export const LETTERS: Readonly<Record<LetterKind, LetterRule>> = {
  recovery: { link: 'recovery', keepSeconds: DAY },
  invitation: { link: 'invitation', keepSeconds: 7 * DAY },
  address: { link: 'address', keepSeconds: DAY },
  // As long as the page that waits for it.
  'mail-code': { keepSeconds: 600 },
  test: { keepSeconds: HOUR },
  'new-browser': NOTICE,
  'password-changed': NOTICE,
  'factor-added': NOTICE,
  'factor-removed': NOTICE,
  'recovery-code-used': NOTICE,
  'address-changed': NOTICE,
  'identity-linked': NOTICE,
  'identity-unlinked': NOTICE,
}

/** How long a link works, in seconds, from when its letter was handed over. */
export const LINK_SECONDS: Readonly<Record<LinkKind, number>> = {
  recovery: 20 * 60,
  invitation: 7 * DAY,
  address: 20 * 60,
  'not-me': 7 * DAY,
}

/** Pauses before each retry, in seconds; the last one is repeated until the time of the letter is over. */
const PAUSES: readonly number[] = [5, 30, 120, 600, 1_800, HOUR]
/** Jitter of the pauses, so that nodes do not try at once after the server was away. */
const JITTER = 0.2

export type LetterVerdict =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'due'; readonly afterSeconds: number }

/** Whether its time is over, before an attempt is made. @param ageSeconds since it was put into the outbox */
export function isLate(kind: LetterKind, ageSeconds: number): boolean {
  return ageSeconds >= LETTERS[kind].keepSeconds
}

/**
 * @param tries attempts made, this one included
 * @param chance a number from 0 to 1, for the jitter
 */
export function decideLetter(
  kind: LetterKind,
  outcome: 'accepted' | 'deferred' | 'refused',
  tries: number,
  chance: number,
): LetterVerdict {
  if (outcome === 'accepted') return { state: 'delivered' }
  // The server refuses this letter for good (5yz); and whoever asked for a test looks at its first answer.
  if (outcome === 'refused' || kind === 'test') return { state: 'failed' }
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] as number
  return { state: 'due', afterSeconds: pause * (1 - JITTER + 2 * JITTER * chance) }
}
