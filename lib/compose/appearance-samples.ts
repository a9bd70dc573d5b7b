/** Pages and an email with sample data, which show administrators an appearance before they publish it. */
import type { SampleName } from '../apps/admin/operations/appearance-preview-view.tsx'
import { PortalHome } from '../apps/portal/home-view.tsx'
import { Consent } from '../protocol/interaction/consent-view.tsx'
import { SignIn } from '../protocol/interaction/sign-in-view.tsx'
import { emailContent } from '../web/emails/email-content.ts'
import { EmailView } from '../web/emails/email-view.tsx'
import { emailLook } from '../web/emails/email-writer.ts'
import { ErrorPage } from '../web/pages/error-page-view.tsx'
import { renderDocument, renderPage } from '../web/pages/render.ts'
import type { Theme } from '../web/ui/theme.ts'
import type { View } from '../web/ui/view.ts'

const form = { action: '#', hidden: {} }
const account = { name: 'Ines Duarte', detail: 'ines@example.com' }

/** @param app name of the app that the pages belong to; undefined for an example */
export function samplePage(name: SampleName, view: View, theme: Theme, app = 'Nextcloud'): string {
  const client = { name: app }
  switch (name) {
    case 'signIn':
      return renderPage(
        SignIn,
        { form, client, remember: { checked: false }, forgotHref: '#', passkeys: { optionsHref: '#', host: '' } },
        view,
      )
    case 'consent':
      return renderPage(
        Consent,
        { form, client: { ...client, redirectUri: 'https://app.example.com/' }, account, scopes: ['profile', 'email'] },
        view,
      )
    case 'error':
      return renderPage(
        ErrorPage,
        {
          body: { error: 'access_denied', error_description: 'access was denied', request_id: view.requestId },
          at: view.now,
          client: { ...client, homeHref: '#' },
        },
        view,
      )
    case 'email':
      return sampleEmail(view, theme)
    case 'portal':
      return renderPage(
        PortalHome,
        {
          frame: { root: '#', sections: ['home', 'profile', 'security', 'devices', 'apps'], account, signOut: form },
          due: undefined,
          name: 'Ines',
          safety: [{ verdict: 'improve', fact: { check: 'second-step', offer: 'any' } }],
          signIns: [],
          apps: [app, 'Grafana', 'GitLab', 'Payroll'].map((one) => ({ name: one, href: '#' })),
        },
        view,
      )
  }
}

function sampleEmail({ t, locale, language, dir, colorScheme, now, product }: View, theme: Theme): string {
  const place = { t, locale, product: product.name, host: 'id.example.com', adminUrl: '', securityHref: undefined }
  const { name, detail } = account
  const user = { sub: '', user: { sub: '', name }, name, username: 'ines', active: true, source: 'directory' as const }
  const content = emailContent(
    {
      kind: 'recovery',
      user: { ...user, email: detail, verified: true, passwordStamp: '', linkStamp: '' },
      to: detail,
      locale,
      about: {},
      link: 'https://id.example.com/recovery',
      code: undefined,
      at: now.getTime(),
    },
    place,
  )
  const look = emailLook(theme, 'https://id.example.com')
  const html = renderDocument(EmailView, {
    content,
    look: { ...look, logo: look.logo === undefined ? undefined : product.logo },
    locale: language,
    dir,
    copy: t.emails.copy,
  })
  // A frame cannot choose the scheme of its media queries.
  return html.replace('(prefers-color-scheme: dark)', colorScheme === 'dark' ? 'all' : 'not all')
}
