/** Why a race cannot go on, in words for the user who runs it: never with a code, a token or a secret in it. */
export class RaceError extends Error {
  override readonly name = 'RaceError'
}
