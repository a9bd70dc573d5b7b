/** What listeners of security events receive, and where a log of them takes them from. */
import type { ListenedEvent, Portico, SecurityEvent, SecurityEventListener } from 'portico-sso'
import { type SecurityLog, securityLog } from 'portico-sso/adapters/security-log'
import { type Equals, holds } from './equals.ts'

holds<Equals<SecurityEvent['result'], 'ok' | 'refused'>>()
holds<Equals<Exclude<ListenedEvent, SecurityEvent['event']>, '*'>>()
holds<Equals<Parameters<SecurityEventListener<'*'>>[0], SecurityEvent>>()

export function accepted(sso: Portico): readonly (() => void)[] {
  return [
    sso.on('token.replayed', ({ event, ref }) => {
      holds<Equals<typeof event, 'token.replayed'>>()
      holds<Equals<typeof ref, string | undefined>>()
    }),
    sso.on('token.refreshed', async ({ client }) => client),
    sso.on('*', (event) => {
      holds<Equals<typeof event, SecurityEvent>>()
      // @ts-expect-error an event has no details, which may hold what was typed
      void event.detail
      // @ts-expect-error a listener cannot change the event for the next one
      event.user = 'another user'
    }),
  ]
}

export function refused(sso: Portico): void {
  // @ts-expect-error no event is named so
  sso.on('sign-in.suceeded', () => {})
  // @ts-expect-error a listener is a function
  sso.on('*', { handle: () => {} })
}

export const log = (sso: Portico): SecurityLog =>
  securityLog({ to: 'stdout', sso, logger: { info() {}, warn() {}, error() {} }, node: 'a' })
