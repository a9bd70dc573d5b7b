/**
 * The actions of email links. Each marks its link as used first, so that it acts once; after a failure the link works
 * again. Sessions end right before the password changes, so that a failure in between leaves no session of an attacker.
 * Steps that can fail or wait (the hashing queue, a host directory) come first: their 503 changes nothing.
 */
import { PASSKEYS_MAX } from '../../../policies/sign-in-methods.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { InTurn } from '../accounts/factors/hashing-queue.ts'
import type { NewPasskey } from '../accounts/factors/passkey-ceremonies.ts'
import type { TrustedDevices } from '../accounts/trusted-devices.ts'
import type { Users } from '../accounts/user-directory.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import type { EmailLinks, OpenLink } from './email-links.ts'
import type { RecentRecoveries } from './recent-recoveries.ts'

/** `used`: the link was used before, or simultaneously. `outdated`: its basis has changed since. */
export type LinkUse = 'done' | 'used' | 'outdated'

export type LinkUses = ReturnType<typeof linkUses>

export interface LinkUseParts {
  readonly links: EmailLinks
  readonly recoveries: RecentRecoveries
  readonly users: Pick<Users, 'setPassword' | 'passkeys'>
  /** Undefined with a host directory, which supports only recovery. */
  readonly embedded:
    | Pick<EmbeddedDirectory, 'proveAddress' | 'restoreAddress' | 'suspendPassword' | 'dropPassword'>
    | undefined
  readonly trusted: Pick<TrustedDevices, 'removeAll'> | undefined
  readonly ending: Pick<SessionEnding, 'endEverything'>
}

async function once<Outcome>(
  links: EmailLinks,
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

export function linkUses({ links, recoveries, users, embedded, trusted, ending }: LinkUseParts) {
  /** Ends sessions begun during the change. May fail: each session ends with the password that it began with. */
  const endLatecomers = async ({ user }: OpenLink): Promise<void> => {
    await ending.endEverything(user.sub).catch(() => undefined)
  }
  /** The user has received the email and chosen how to sign in. A failure here does not undo that. */
  const chosen = async (link: OpenLink): Promise<'done'> => {
    const { user, address } = link
    if (address !== undefined && !user.verified) await embedded?.proveAddress(user.sub, address).catch(() => undefined)
    await recoveries.note(user.sub).catch(() => undefined)
    await endLatecomers(link)
    return 'done'
  }
  return {
    /** Recovery and invitation: sets the password, ends all sessions and tokens. `refused`: by a host directory. */
    choosePassword: (link: OpenLink, password: string, hash: InTurn): Promise<LinkUse | 'refused'> =>
      once(links, link, async () => {
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
    /** Sets a passkey in place of the forgotten password. Undefined if the directory has no passkeys of Portico. */
    choosePasskey:
      embedded === undefined || users.passkeys === undefined
        ? undefined
        : (link: OpenLink, { model: _model, ...passkey }: NewPasskey, name: string): Promise<LinkUse | 'taken'> =>
            once(links, link, async () => {
              const { sub, passwordStamp: stamp } = link.user
              const [holder, known = []] = await Promise.all([
                users.passkeys?.holderOf(passkey.id),
                users.passkeys?.list(sub),
              ])
              if (holder !== undefined || known.length >= PASSKEYS_MAX) return 'taken'
              await ending.endEverything(sub)
              // Before the passkey: a user who has set another password meanwhile gets no attacker's passkey.
              if ((await embedded.dropPassword(sub, stamp)) === 'outdated') return 'outdated'
              return (await users.passkeys?.add(sub, { ...passkey, name })) === 'added' ? chosen(link) : 'taken'
            }),
    /** An invitation to sign in by a connector. @param act links the identity to the account */
    linkIdentity: (link: OpenLink, act: () => Promise<'done' | 'taken' | 'outdated'>): Promise<LinkUse | 'taken'> =>
      once(links, link, async () => {
        const outcome = await act()
        return outcome === 'done' ? chosen(link) : outcome
      }),
    proveAddress: (link: OpenLink): Promise<LinkUse | 'address-taken'> =>
      once(links, link, async () => {
        const { user, address } = link
        const outcome = address === undefined ? 'outdated' : await embedded?.proveAddress(user.sub, address)
        return outcome === 'taken' ? 'address-taken' : outcome === 'proved' ? 'done' : 'outdated'
      }),
    /** "This was not me": ends sessions, tokens and trusted browsers, and suspends the password. */
    secure: (link: OpenLink): Promise<LinkUse> =>
      once(links, link, async () => {
        const { user, former } = link
        if (!user.active) return 'outdated'
        await ending.endEverything(user.sub)
        await trusted?.removeAll(user.sub)
        // The email address first: otherwise the next recovery email would go to the attacker's.
        if (former !== undefined) await embedded?.restoreAddress(user.sub, former)
        if ((await embedded?.suspendPassword(user.sub)) !== 'suspended') return 'outdated'
        await endLatecomers(link)
        return 'done'
      }),
  }
}
