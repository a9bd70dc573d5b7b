import { deriveKeys } from './derived-keys.ts'
import { signer } from './signer.ts'

/** How long a proof is valid, including any clock difference between the two sides, in milliseconds. */
const COUNTS_MS = 60_000
const FORM = /^([1-9]\d{12})\.([\w-]{43})$/

export const PROOF_HEADER = 'x-portico-doctor'

/** Lets `portico doctor` prove that it has the root secret. Portico then reveals how it sees the doctor's requests. */
export type DoctorProof = ReturnType<typeof doctorProof>

/** @param issuer binds the proof to this service, so a proof for a different service with the same secret is invalid */
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
