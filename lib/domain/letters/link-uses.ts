/**
 * What the links of emails do. Each begins to use its link first, so that it acts once; where the act fails, the link works again. What the
 * user holds ends right before the password changes, so that an error in between leaves no session of another user. What can refuse or
 * fail for long (the line for hashing, a directory of the host) comes before that: a 503 from there has changed nothing.
 */
import { PASSKEYS_MAX } from '../../../policies/sign-in-methods.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { InTurn } from '../accounts/factors/hashing-line.ts'
import type { NewPasskey } from '../accounts/factors/passkey-ceremonies.ts'
import type { TrustedDevices } from '../accounts/trusted-devices.ts'
import type { Users } from '../accounts/user-directory.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import type { LetterLinks, OpenLink } from './letter-links.ts'
import type { RecentRecoveries } from './recent-recoveries.ts'

/** `used`: it was sent before, or at the same moment. `outdated`: what the link was made for has changed meanwhile. */
export type LinkUse = 'done' | 'used' | 'outdated'

export interface LinkUses {
  /** Recovery and invitation: the password that the user has chosen. All sessions and tokens end. `refused`: by a directory of the host. */
  choosePassword(link: OpenLink, password: string, hash: InTurn): Promise<LinkUse | 'refused'>
  /** The same with a passkey, in the place of the forgotten password. Undefined where the directory keeps no passkeys of ours. */
  readonly choosePasskey:
    | ((link: OpenLink, passkey: NewPasskey, name: string) => Promise<LinkUse | 'taken'>)
    | undefined
  /** An invitation to sign in by a connector. @param act lets who came back from it sign the account in */
  linkIdentity(link: OpenLink, act: () => Promise<'done' | 'taken' | 'outdated'>): Promise<LinkUse | 'taken'>
  /** The address is the user's. */
  proveAddress(link: OpenLink): Promise<LinkUse | 'address-taken'>
  /** "This was not me": ends sessions, tokens and trusted browsers, and takes the password back. */
  secure(link: OpenLink): Promise<LinkUse>
}

export interface LinkUseParts {
  readonly links: LetterLinks
  readonly recoveries: RecentRecoveries
  readonly users: Pick<Users, 'setPassword' | 'passkeys'>
  /** Undefined with a directory of the host's own: it has recovery alone. */
  readonly embedded:
    | Pick<EmbeddedDirectory, 'proveAddress' | 'restoreAddress' | 'suspendPassword' | 'dropPassword'>
    | undefined
  readonly trusted: Pick<TrustedDevices, 'removeAll'> | undefined
  readonly ending: Pick<SessionEnding, 'endEverything'>
}

/** Uses a link for an act. The link works again if the act fails or is refused. */
async function once<Outcome>(
  links: LetterLinks,
  link: OpenLink,
  act: () => Promise<Outcome | 'done'>,
): Promise<Outcome | 'done' | 'used'> {
  if ((await links.use(link)) === 'used') return 'used'
  let outcome: Outcome | 'done'
  try {
    outcome = await act()
  } catch (error) {
    await links.giveBack(link).catch(() => undefined)
    throw error
  }
  if (outcome === 'done') await links.finish(link)
  else await links.giveBack(link)
  return outcome
}

export function linkUses({ links, recoveries, users, embedded, trusted, ending }: LinkUseParts): LinkUses {
  /** What began while the password was changed. It is over in any case: a session ends with the password that it began with. */
  const endLatecomers = async ({ user }: OpenLink): Promise<void> => {
    await ending.endEverything(user.sub).catch(() => undefined)
  }
  /** Whoever has read the letter has the address, and has just chosen how to sign in. What fails here does not undo that. */
  const chosen = async (link: OpenLink): Promise<'done'> => {
    const { user, address } = link
    if (address !== undefined && !user.verified) await embedded?.proveAddress(user.sub, address).catch(() => undefined)
    await recoveries.note(user.sub).catch(() => undefined)
    await endLatecomers(link)
    return 'done'
  }
  return {
    choosePassword: (link, password, hash) =>
      once<'outdated' | 'refused'>(links, link, async () => {
        const { sub, passwordStamp: stamp } = link.user
        let isEnded = false
        const thenEnd: InTurn = async (work) => {
          const made = await hash(work)
          await ending.endEverything(sub)
          isEnded = true
          return made
        }
        const outcome = await users.setPassword?.({ sub, stamp, password }, thenEnd)
        if (outcome === 'changed' && !isEnded) await ending.endEverything(sub)
        return outcome === 'changed' ? chosen(link) : (outcome ?? 'refused')
      }),
    choosePasskey:
      embedded === undefined || users.passkeys === undefined
        ? undefined
        : (link, { model: _model, ...passkey }, name) =>
            once<'outdated' | 'taken'>(links, link, async () => {
              const { sub, passwordStamp: stamp } = link.user
              const [holder, known = []] = await Promise.all([
                users.passkeys?.holderOf(passkey.id),
                users.passkeys?.list(sub),
              ])
              if (holder !== undefined || known.length >= PASSKEYS_MAX) return 'taken'
              await ending.endEverything(sub)
              // Before the passkey: whoever set another password meanwhile keeps theirs, and gets no passkey of somebody else.
              if ((await embedded.dropPassword(sub, stamp)) === 'outdated') return 'outdated'
              return (await users.passkeys?.add(sub, { ...passkey, name })) === 'added' ? chosen(link) : 'taken'
            }),
    linkIdentity: (link, act) =>
      once<'outdated' | 'taken'>(links, link, async () => {
        const outcome = await act()
        return outcome === 'done' ? chosen(link) : outcome
      }),
    proveAddress: (link) =>
      once<'outdated' | 'address-taken'>(links, link, async () => {
        const { user, address } = link
        const outcome = address === undefined ? 'outdated' : await embedded?.proveAddress(user.sub, address)
        return outcome === 'taken' ? 'address-taken' : outcome === 'proved' ? 'done' : 'outdated'
      }),
    secure: (link) =>
      once<'outdated'>(links, link, async () => {
        const { user, former } = link
        if (!user.active) return 'outdated'
        await ending.endEverything(user.sub)
        await trusted?.removeAll(user.sub)
        // First the address: otherwise the next letter of recovery would go to whoever has changed it.
        if (former !== undefined) await embedded?.restoreAddress(user.sub, former)
        if ((await embedded?.suspendPassword(user.sub)) !== 'suspended') return 'outdated'
        await endLatecomers(link)
        return 'done'
      }),
  }
}
