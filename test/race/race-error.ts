/** Why a race cannot continue, as text for its user, without codes, tokens and secrets. */
export class RaceError extends Error {
  override readonly name = 'RaceError'
}
