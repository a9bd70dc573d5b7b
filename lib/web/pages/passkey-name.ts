import { passkeyName } from '../../../policies/sign-in-methods.ts'
import { modelName } from '../../domain/accounts/factors/authenticator-models.ts'
import { describeUserAgent } from '../request/user-agent.ts'
import type { View } from '../ui/view.ts'

/** Names a new passkey after its authenticator or browser. @param model as reported by the authenticator */
export function newPasskeyName({ t }: View, userAgent: string | undefined, model: string): string {
  const { browser, system } = describeUserAgent(userAgent ?? '')
  const made =
    browser === undefined ? undefined : system === undefined ? browser : t.portal.devices.on({ browser, system })
  return passkeyName(modelName(model) ?? made ?? '') ?? t.factors.security.newPasskey.unnamed
}
