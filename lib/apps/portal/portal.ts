import { DenialError } from '../../domain/denial-error.ts'
import { errorBody } from '../../web/http/errors.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { notFound } from '../../web/request/request-context.ts'
import { type AppPage, type AppRequest, findPage } from '../first-party/page.ts'
import { showActivity } from './activity.ts'
import { askRemoveApp, changeApps, showApps } from './apps.ts'
import { askSignOut, changeDevices, showDevices } from './devices.ts'
import { PortalMissing } from './frame-view.tsx'
import { showHome } from './home.ts'
import { changePassword, secureAccount, showPassword, showSecure } from './password.ts'
import { changeProfile, editProfile, sendProof, showProfile } from './profile.ts'
import { type PortalRequest, type PortalServices, show } from './request.ts'
import { askRemoval, removeMethod, showSecurity, stopTrusting } from './security.ts'
import { addAuthenticator, authenticatorForm } from './security-authenticator.ts'
import { askConnect, askDisconnect, connect, disconnect } from './security-identities.ts'
import { askRecoveryCodes, recoveryCodesFile, renewRecoveryCodes } from './security-operations.ts'
import { addPasskey, passkeyForm, renameForm, renamePasskey } from './security-passkey.ts'

/** The portal: pages on which signed-in users manage their own accounts. */
export function portal(services: PortalServices): (request: AppRequest) => Promise<void> {
  return async (request) => {
    const found = findPage(PORTAL_PAGES, request)
    const page: PortalRequest = { ...request, services, parameters: found?.parameters ?? {} }
    try {
      if (found === undefined) throw notFound()
      request.context.pattern = found.page.path
      return await found.page.answer(page)
    } catch (error) {
      const isMissing = error instanceof DenialError && error.denial.ref === 'not_found'
      // Browsers get a page inside the frame. API clients get the common error body.
      if (!isMissing || !prefersHtml(page.context.req)) throw error
      page.context.refusal = error.denial
      await show(page, 404, PortalMissing, { body: errorBody(error.denial, page.context.requestId) })
    }
  }
}

export const PORTAL_PAGES: readonly AppPage<PortalRequest>[] = [
  { method: 'GET', path: '/', answer: showHome },
  { method: 'GET', path: '/profile', answer: showProfile },
  { method: 'GET', path: '/profile/edit', answer: editProfile },
  { method: 'POST', path: '/profile', answer: changeProfile },
  { method: 'POST', path: '/profile/prove', answer: sendProof },
  { method: 'GET', path: '/security', answer: showSecurity },
  { method: 'GET', path: '/security/password', answer: (page) => showPassword(page) },
  { method: 'POST', path: '/security/password', answer: changePassword },
  { method: 'GET', path: '/security/activity', answer: showActivity },
  { method: 'GET', path: '/security/passkey', answer: passkeyForm },
  { method: 'POST', path: '/security/passkey', answer: addPasskey },
  { method: 'GET', path: '/security/rename', answer: renameForm },
  { method: 'POST', path: '/security/rename', answer: renamePasskey },
  { method: 'GET', path: '/security/authenticator', answer: authenticatorForm },
  { method: 'POST', path: '/security/authenticator', answer: addAuthenticator },
  { method: 'GET', path: '/security/recovery-codes', answer: askRecoveryCodes },
  { method: 'POST', path: '/security/recovery-codes', answer: renewRecoveryCodes },
  { method: 'POST', path: '/security/recovery-codes/file', answer: recoveryCodesFile },
  { method: 'GET', path: '/security/remove', answer: askRemoval },
  { method: 'POST', path: '/security/remove', answer: removeMethod },
  { method: 'GET', path: '/security/connect', answer: askConnect },
  { method: 'GET', path: '/security/connected', answer: connect },
  { method: 'GET', path: '/security/disconnect', answer: askDisconnect },
  { method: 'POST', path: '/security/disconnect', answer: disconnect },
  { method: 'POST', path: '/security/trusted', answer: stopTrusting },
  { method: 'GET', path: '/devices', answer: showDevices },
  { method: 'GET', path: '/devices/sign-out', answer: askSignOut },
  { method: 'POST', path: '/devices', answer: changeDevices },
  { method: 'GET', path: '/apps', answer: showApps },
  { method: 'GET', path: '/apps/remove', answer: askRemoveApp },
  { method: 'POST', path: '/apps', answer: changeApps },
  { method: 'GET', path: '/secure', answer: (page) => showSecure(page) },
  { method: 'POST', path: '/secure', answer: secureAccount },
]
