/** Why a race cannot go on, in words for the person who runs it: never with a code, a token or a secret in it. */
export class RaceFault extends Error {
  override readonly name = 'RaceFault'
}
