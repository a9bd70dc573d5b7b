/**
 * Checks a recorded history by the invariants I1 to I7 below, offline. Its only input is what a client sees: requests
 * and responses with their times. Every artifact is a one-shot register (unused, then used or revoked); two operations
 * that overlap in time may have happened in either order.
 *
 * I1 a code has one success. I2 a refresh token has one successor. I3 after a reported replay, its family is dead. I4
 * after an act was acknowledged, what it ends is dead. I5 nothing is refused without a reason that some request has
 * given. I6 what was used up, or never issued, is not active. I7 every response arrives, in time, and is no failure of
 * the service.
 */
import type { Entry, Operation } from './history.ts'

export interface Violation {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7'
  readonly what: string
  readonly entries: readonly Entry[]
}

const USES: readonly Operation[] = ['redeem', 'refresh']
const REPLAY_REFS = ['code_used', 'refresh_token_replayed']

interface Family {
  readonly birth: Entry
  readonly entries: readonly Entry[]
}

const isUse = ({ op }: Entry): boolean => USES.includes(op)
const won = (entry: Entry): boolean => isUse(entry) && entry.status === 200
/** No answer came: it may have been done. */
const mayHaveWon = (entry: Entry): boolean => isUse(entry) && (entry.status === 200 || entry.status === 0)
const accepted = (entry: Entry): boolean =>
  won(entry) || entry.active === true || (entry.op === 'userinfo' && entry.status === 200)
const refused = (entry: Entry): boolean =>
  entry.active === false ||
  ((isUse(entry) || entry.op === 'userinfo' || entry.op === 'introspect') && entry.status >= 400 && entry.status < 429)
const isReplay = (entry: Entry): boolean =>
  isUse(entry) && entry.status === 400 && REPLAY_REFS.includes(entry.ref ?? '')
const after = (later: Entry, earlier: Entry): boolean => later.start > earlier.end
/** An operation without a response, or with 503, may yet be done later: within the maximum duration of a response. */
const doneBy = ({ status, end }: Entry, slowest: number): number =>
  status === 0 || status === 503 ? end + slowest : end

/** The maximum duration of a response, by rule; on a slow machine, that of the slowest one. */
export const slowestIn = (history: readonly Entry[]): number =>
  history.reduce((slowest, { start, end }) => Math.max(slowest, end - start), 5_000)

/** @param slowestMs what no answer may take longer than; Infinity where the clock counts steps */
export function checkHistory(history: readonly Entry[], slowestMs = Infinity): readonly Violation[] {
  const found: Violation[] = []
  const report = (invariant: Violation['invariant'], what: string, ...entries: readonly Entry[]): void =>
    void found.push({ invariant, what, entries })
  const { families, familyOf, yieldedBy } = index(history)

  for (const entry of history) {
    if (entry.status === 500) report('I7', 'an internal error', entry)
    if (entry.end - entry.start > slowestMs) report('I7', `no answer in ${slowestMs} ms`, entry)
    if (accepted(entry) && familyOf(entry) === undefined)
      report('I6', 'something that was never given is taken for alive', entry)
  }
  for (const { birth, entries } of families) {
    const acts = history.filter((entry) => mayEnd(entry, birth, entries, slowestMs))
    for (const [artefact, uses] of Map.groupBy(entries.filter(isUse), ({ artefact: presented }) => presented ?? '')) {
      const winners = uses.filter(won)
      if (winners.length > 1) report(uses[0]?.op === 'redeem' ? 'I1' : 'I2', 'used twice', ...winners)
      for (const look of entries.filter((entry) => entry.active === true && entry.artefact === artefact)) {
        const earlier = winners.find((winner) => after(look, winner))
        if (earlier !== undefined) report('I6', 'used up, and still active', earlier, look)
      }
    }
    for (const entry of entries.filter(accepted)) {
      const replay = entries.find((other) => isReplay(other) && after(entry, other))
      if (replay !== undefined) report('I3', 'alive after a replay in its family', replay, entry)
      const act = acts.find(
        (other) => other.status === 200 && after(entry, other) && ends(other, entry, birth, yieldedBy),
      )
      if (act !== undefined) report('I4', `alive after ${act.op}`, act, entry)
    }
    for (const entry of entries.filter(refused)) {
      const reason =
        acts.some(
          (act) => act !== entry && act.start < entry.end && mayTouch(act, entry, birth, yieldedBy, slowestMs),
        ) || entries.some((other) => isReason(other, entry, entries, slowestMs))
      if (!reason) report('I5', 'refused without a reason', entry)
    }
  }
  return found
}

/** Which artifact belongs to which family, derived from births and from the results of uses. */
function index(history: readonly Entry[]) {
  const birthOf = new Map<string, Entry>()
  const yieldedBy = new Map<string, Entry>()
  for (const entry of history)
    if (entry.op === 'authorize' && entry.artefact !== undefined) birthOf.set(entry.artefact, entry)
  // A token may be presented, in the order of the recording, before the use that gave it is written down.
  for (let more = true; more; ) {
    more = false
    for (const entry of history.filter(won)) {
      const birth = birthOf.get(entry.artefact ?? '')
      for (const token of birth === undefined ? [] : (entry.yields ?? [])) {
        if (birthOf.has(token)) continue
        birthOf.set(token, birth as Entry)
        yieldedBy.set(token, entry)
        more = true
      }
    }
  }
  const familyOf = (entry: Entry): Entry | undefined => birthOf.get(entry.artefact ?? '')
  const groups = Map.groupBy(
    history.filter((entry) => entry.op !== 'authorize'),
    familyOf,
  )
  const families = [...new Set(birthOf.values())].map((birth): Family => ({ birth, entries: groups.get(birth) ?? [] }))
  return { families, familyOf, yieldedBy }
}

/** Whether the act may end something of the family; without an answer, or with 503, it may have been done. */
function mayEnd(act: Entry, birth: Entry, entries: readonly Entry[], slowest: number): boolean {
  if (act.status === 401) return false
  if (act.op === 'revoke') return entries.includes(act)
  if (act.status === 409 || doneBy(act, slowest) < birth.start) return false
  if (act.op === 'withdraw') return act.subject === birth.subject && act.client === birth.client
  return (
    (act.op === 'disable' && act.client === birth.client) ||
    (act.op === 'logout' && act.subject === birth.subject) ||
    (act.op === 'end-session' && act.session === birth.session)
  )
}

/** Whether the act, if it was done, can be why the entry was refused. */
function mayTouch(
  act: Entry,
  entry: Entry,
  birth: Entry,
  yieldedBy: ReadonlyMap<string, Entry>,
  slowest: number,
): boolean {
  if (act.op === 'revoke') return isAccessToken(act, yieldedBy) ? act.artefact === entry.artefact : true
  const giver = yieldedBy.get(entry.artefact ?? '')
  if (act.op !== 'end-session' || birth.offline !== true || giver === undefined) return true
  return isAccessToken(entry, yieldedBy) && giver.start < doneBy(act, slowest)
}

/** Whether what is accepted here must be dead once the act was acknowledged. */
function ends(act: Entry, entry: Entry, birth: Entry, yieldedBy: ReadonlyMap<string, Entry>): boolean {
  const giver = yieldedBy.get(entry.artefact ?? '')
  if (act.op === 'revoke') return isAccessToken(act, yieldedBy) ? act.artefact === entry.artefact : true
  if (!after(act, birth)) return false
  if (act.op !== 'end-session' || birth.offline !== true || giver === undefined) return true
  // An offline family lives on; of it, only the access tokens of that time are dead (D-S3).
  return isAccessToken(entry, yieldedBy) && after(act, giver)
}

const isAccessToken = ({ artefact }: Entry, yieldedBy: ReadonlyMap<string, Entry>): boolean =>
  artefact !== undefined && yieldedBy.get(artefact)?.yields?.[0] === artefact

/** Whether the other request accounts for the refusal: it used the artifact up, or was a replay in the family. */
function isReason(other: Entry, refusal: Entry, entries: readonly Entry[], slowest: number): boolean {
  if (other.start >= refusal.end) return false
  if (other !== refusal && other.artefact === refusal.artefact && mayHaveWon(other)) return true
  if (!isUse(other) || other.status === 200) return false
  // A request whose client has gone may be read after one that was sent later, and then it is the replay.
  return entries.some(
    (first) =>
      first !== other && first.artefact === other.artefact && mayHaveWon(first) && first.start < doneBy(other, slowest),
  )
}
