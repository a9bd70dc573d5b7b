import { passkeyName } from '../../../policies/sign-in-methods.ts'
import { modelName } from '../../domain/accounts/factors/authenticator-models.ts'
import { describeUserAgent } from '../request/user-agent.ts'
import type { View } from '../ui/view.ts'

/** The name of a new passkey: what keeps it, else the browser that it was created with. @param model as the authenticator says */
export function newPasskeyName({ t }: View, userAgent: string | undefined, model: string): string {
  const { browser, system } = describeUserAgent(userAgent ?? '')
  const made =
    browser === undefined ? undefined : system === undefined ? browser : t.portal.devices.on({ browser, system })
  return passkeyName(modelName(model) ?? made ?? '') ?? t.factors.security.newPasskey.unnamed
}
