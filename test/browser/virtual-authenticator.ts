/** Chromium's virtual authenticator (CDP, domain WebAuthn). */
import type { CDPSession, Page } from 'playwright-core'

export interface Authenticator {
  readonly session: CDPSession
  readonly id: string
  /** Whether the user touches it and proves who they are. */
  willing(yes: boolean): Promise<void>
  credentials(): Promise<readonly { readonly credentialId: string; readonly signCount: number }[]>
}

/** A platform authenticator with a screen lock. Chromium keeps it to one tab. */
export async function withAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    session,
    id,
    async willing(yes) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: yes })
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: yes })
    },
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials,
  }
}
