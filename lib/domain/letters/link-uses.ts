/** What the links of letters do. Each uses its link up first, so that it acts once; where the act fails, the link works again. */
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { InTurn } from '../accounts/factors/hashing-line.ts'
import type { NewPasskey } from '../accounts/factors/passkey-ceremonies.ts'
import type { TrustedDevices } from '../accounts/trusted-devices.ts'
import type { Users } from '../accounts/user-directory.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import type { LetterLinks, OpenLink } from './letter-links.ts'
import type { MailCodes } from './mail-codes.ts'

/** `used`: somebody was faster. `outdated`: what the link was made for has changed meanwhile. */
export type LinkUse = 'done' | 'used' | 'outdated'
export type ProofUse = LinkUse | 'address-taken'

export interface LinkUses {
  /** Recovery and invitation: the password that the user has chosen. All that the account holds ends. */
  choosePassword(link: OpenLink, password: string, hash: InTurn): Promise<LinkUse>
  /** The same with a passkey, in the place of the forgotten password. */
  choosePasskey(link: OpenLink, passkey: NewPasskey, name: string): Promise<LinkUse | 'taken'>
  /** The address is the user's. */
  proveAddress(link: OpenLink): Promise<ProofUse>
  /** "This was not me": ends sessions, tokens and trusted browsers, and takes the password back. */
  secure(link: OpenLink): Promise<LinkUse>
}

export interface LinkUseParts {
  readonly links: LetterLinks
  readonly codes: Pick<MailCodes, 'noteRecovery'>
  readonly users: Pick<Users, 'setPassword' | 'passkeys'>
  /** Undefined with a directory of the host's own: it has recovery alone. */
  readonly embedded: Pick<EmbeddedDirectory, 'proveAddress' | 'suspendPassword' | 'dropPassword'> | undefined
  readonly trusted: Pick<TrustedDevices, 'removeAll'> | undefined
  readonly ending: Pick<SessionEnding, 'endEverything'>
}

export function linkUses({ links, codes, users, embedded, trusted, ending }: LinkUseParts): LinkUses {
  const once = async <Outcome>(link: OpenLink, act: () => Promise<Outcome>): Promise<Outcome | 'used'> => {
    if ((await links.use(link)) === 'used') return 'used'
    try {
      return await act()
    } catch (error) {
      await links.giveBack(link).catch(() => undefined)
      throw error
    }
  }
  /** Whoever has read the letter has the address. */
  const proved = async ({ user, address }: OpenLink): Promise<void> => {
    if (address !== undefined && !user.verified) await embedded?.proveAddress(user.sub, address)
  }
  return {
    choosePassword: (link, password, hash) =>
      once(link, async () => {
        const { sub, passwordStamp: stamp } = link.user
        const outcome = await users.setPassword?.({ sub, stamp, password }, hash)
        if (outcome !== 'changed') return 'outdated'
        if (link.kind === 'recovery') await codes.noteRecovery(sub)
        await proved(link)
        await ending.endEverything(sub)
        return 'done'
      }),
    choosePasskey: (link, { model: _model, ...passkey }, name) =>
      once(link, async () => {
        const { sub, passwordStamp: stamp } = link.user
        const added = await users.passkeys?.add(sub, { ...passkey, name })
        if (added !== 'added') {
          await links.giveBack(link)
          return 'taken'
        }
        if (stamp !== '') await embedded?.dropPassword(sub, stamp)
        await proved(link)
        await ending.endEverything(sub)
        return 'done'
      }),
    proveAddress: (link) =>
      once(link, async () => {
        const { user, address } = link
        const outcome = address === undefined ? 'outdated' : await embedded?.proveAddress(user.sub, address)
        return outcome === 'taken' ? 'address-taken' : outcome === 'proved' ? 'done' : 'outdated'
      }),
    secure: (link) =>
      once(link, async () => {
        const { sub } = link.user
        if ((await embedded?.suspendPassword(sub)) !== 'suspended') return 'outdated'
        await trusted?.removeAll(sub)
        await ending.endEverything(sub)
        return 'done'
      }),
  }
}
