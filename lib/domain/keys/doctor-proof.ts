import { deriveKeys } from './derived-keys.ts'
import { signer } from './signer.ts'

/** How long a proof counts, and how far the clocks of its two sides may differ, in milliseconds. */
const COUNTS_MS = 60_000
const FORM = /^([1-9]\d{12})\.([\w-]{43})$/

/** The header that carries it. */
export const PROOF_HEADER = 'x-portico-doctor'

/** By this `portico doctor` shows that it has the root secret, without sending it. It opens nothing but what a request looks like. */
export type DoctorProof = ReturnType<typeof doctorProof>

/** @param issuer a proof for another service with the same secret does not count here */
export function doctorProof(secrets: readonly [string, ...string[]], issuer: string) {
  const signing = signer(deriveKeys(secrets, 'doctor'))
  const textOf = (at: string): string => `${at} ${issuer}`
  return {
    make: (now: number): string => `${now}.${signing.sign(textOf(String(now)))}`,
    isMade(proof: string, now: number): boolean {
      const [, at = '', signature = ''] = FORM.exec(proof) ?? []
      return Math.abs(now - Number(at)) <= COUNTS_MS && signing.index(textOf(at), signature) !== -1
    },
  }
}
