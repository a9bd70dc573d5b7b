/** Setting up an authenticator app: the key as a picture and as text, and nothing counts before its first code. */
import type { VNode } from 'preact'
import { CopyField } from '../../web/ui/components/copy-field.tsx'
import { ErrorSummary } from '../../web/ui/components/error-summary.tsx'
import { Field } from '../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { QrCode } from '../../web/ui/components/qr-code.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { SubmitRow } from '../../web/ui/components/submit-row.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, SecurityPage, securityHref } from './frame-view.tsx'

export interface PortalAuthenticatorProps extends InPortal {
  readonly form: FormTarget
  /** What the QR code says. */
  readonly uri: string
  /** The secret in letters. */
  readonly secret: string
  readonly fault?: 'missing' | 'wrong' | 'expired' | undefined
}

export function PortalAuthenticator({
  frame,
  form,
  uri,
  secret,
  fault,
  view,
}: PortalAuthenticatorProps & Viewed): VNode {
  const t = view.t.factors.security.newApp
  const error = fault === undefined ? undefined : t[fault]
  return (
    <SecurityPage frame={frame} view={view} title={t.title} wrong={fault !== undefined}>
      <ErrorSummary view={view} issues={error === undefined ? [] : [{ field: 'code', text: error }]} />
      <Section id="scan" title={t.scan} lead={t.scanLead}>
        <QrCode text={uri} label={t.image} />
        <CopyField view={view} id="secret" label={t.key} value={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      </Section>
      <Section id="confirm" title={t.confirm}>
        <Form target={form}>
          <Field
            view={view}
            id="code"
            name="code"
            label={t.code}
            hint={t.hint}
            error={error}
            input={{
              type: 'text',
              inputmode: 'numeric',
              autocomplete: 'one-time-code',
              spellcheck: false,
              dir: 'ltr',
              required: true,
            }}
          />
          <SubmitRow cancelHref={securityHref(frame)} view={view}>
            {t.submit}
          </SubmitRow>
        </Form>
      </Section>
    </SecurityPage>
  )
}
