/**
 * The actions that email links trigger. Each action first marks its link as used, so that it runs only once; if the
 * action fails, the link works again. Sessions end right before the password changes, so a failure in between leaves no
 * session for an attacker. Steps that can fail or wait (the hashing queue, a host directory) come first, so nothing has
 * changed if they cause a 503.
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

/** `used`: the link was already used or is being used. `outdated`: the account has changed since the link was sent. */
export type LinkUse = 'done' | 'used' | 'outdated'

export type LinkUses = ReturnType<typeof linkUses>

export interface LinkUseParts {
  readonly links: EmailLinks
  readonly recoveries: RecentRecoveries
  readonly users: Pick<Users, 'setPassword' | 'passkeys'>
  /** Undefined if the host has its own directory, because such a directory supports only recovery. */
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
  /** Ends sessions that began during a password change. If this fails, the change still makes them invalid. */
  const endLatecomers = async ({ user }: OpenLink): Promise<void> => {
    await ending.endEverything(user.sub).catch(() => undefined)
  }
  /** The user has received the email and chosen how to sign in. Failures here do not undo that choice. */
  const chosen = async (link: OpenLink): Promise<'done'> => {
    const { user, address } = link
    if (address !== undefined && !user.verified) await embedded?.proveAddress(user.sub, address).catch(() => undefined)
    await recoveries.note(user.sub).catch(() => undefined)
    await endLatecomers(link)
    return 'done'
  }
  return {
    /** Sets the password and ends sessions and tokens. `refused`: a host directory did not accept the password. */
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
    /** Replaces the forgotten password with a passkey. Undefined if the directory does not store Portico's passkeys. */
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
              // Drop the password first, so an attacker cannot add a passkey if the user has since set a new password.
              if ((await embedded.dropPassword(sub, stamp)) === 'outdated') return 'outdated'
              return (await users.passkeys?.add(sub, { ...passkey, name })) === 'added' ? chosen(link) : 'taken'
            }),
    /** Accepts an invitation to sign in with a connector. @param act links the identity to the account */
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
    /** Handles "This was not me": ends sessions, revokes tokens and trusted browsers, and suspends the password. */
    secure: (link: OpenLink): Promise<LinkUse> =>
      once(links, link, async () => {
        const { user, former } = link
        if (!user.active) return 'outdated'
        await ending.endEverything(user.sub)
        await trusted?.removeAll(user.sub)
        // An attacker who knew the password can have created these.
        for (const { id, silent } of (await users.passkeys?.list(user.sub)) ?? [])
          if (silent) await users.passkeys?.remove(user.sub, id)
        // Restore the email address first; otherwise, the next recovery email would go to the attacker.
        if (former !== undefined) await embedded?.restoreAddress(user.sub, former)
        if ((await embedded?.suspendPassword(user.sub)) !== 'suspended') return 'outdated'
        await endLatecomers(link)
        return 'done'
      }),
  }
}
