/** Pages for showing recovery codes, confirming their replacement, and setting up an authenticator app. */

import { CopyField } from '../../web/ui/components/copy-field.tsx'
import {
  Button,
  ButtonLink,
  ErrorSummary,
  Field,
  Form,
  type FormTarget,
  SubmitRow,
} from '../../web/ui/components/form.tsx'
import { QrCode } from '../../web/ui/components/qr-code.tsx'
import { ONE_TIME_CODE } from '../../web/ui/components/second-factor.tsx'
import { Banner, Section } from '../../web/ui/components/section.tsx'
import { type HasView, safeUrl, type VNode } from '../../web/ui/view.ts'
import { type Framed, SecurityPage, SecurityQuestion, securityHref } from './frame-view.tsx'

export interface PortalCodesProps extends Framed {
  readonly codes: readonly string[]
  /** Message about what else the form did, such as adding a passkey. */
  readonly done?: string | undefined
  /** Downloads the codes as a text file. The form contains the codes, because only their hashes are stored. */
  readonly file: FormTarget
  /** Whether these codes replace older ones. */
  readonly replaced: boolean
}

export function PortalCodes({ frame, codes, done, file, replaced }: PortalCodesProps, { view }: HasView): VNode {
  const t = view.t.factors.security.codes
  return (
    <SecurityPage title={t.title}>
      {done === undefined ? null : <Banner tone="ok">{done}</Banner>}
      <Banner tone="warn" focus>
        <strong>{t.warning}</strong> {replaced ? t.replaced : null}
      </Banner>
      <div class="sso-once" data-sso-once={t.leaving}>
        <Section id="codes" title={t.keep} lead={t.hint}>
          <div class="sso-codes">
            <CopyField id="recovery-codes" label={t.label} value={codes.join('\n')} rows={codes.length} />
          </div>
          <div class="sso-row">
            <ButtonLink look="primary" href={securityHref(frame)}>
              {t.done}
            </ButtonLink>
            {/* A plain form. The shared form component would wait for a new page, but a download does not load one. */}
            <form method="post" action={safeUrl(file.action)} class="sso-inline" data-sso-download>
              {Object.entries({ ...file.hidden, codes: codes.join(' ') }).map(([name, value]) => (
                <input type="hidden" name={name} value={value} />
              ))}
              <Button look="secondary">{t.download}</Button>
            </form>
            <button type="button" class="sso-button sso-button-secondary" data-sso-scripted data-sso-print>
              <span>{t.print}</span>
            </button>
          </div>
        </Section>
      </div>
    </SecurityPage>
  )
}

export function PortalRenewCodes({ form }: { readonly form: FormTarget } & Framed, { view }: HasView): VNode {
  const t = view.t.factors.security.codes
  return <SecurityQuestion title={t.askTitle} form={form} effects={t.askEffects} confirmLabel={t.askSubmit} />
}

export interface PortalAuthenticatorProps extends Framed {
  readonly form: FormTarget
  /** The text encoded in the QR code. */
  readonly uri: string
  /** The secret in Base32. */
  readonly secret: string
  readonly issue?: 'missing' | 'wrong' | 'expired' | undefined
}

/** Sets up an authenticator app, which becomes active when its first code is entered. */
export function PortalAuthenticator(props: PortalAuthenticatorProps, { view }: HasView): VNode {
  const { frame, form, uri, secret, issue } = props
  const t = view.t.factors.security.newApp
  const error = issue === undefined ? undefined : t[issue]
  return (
    <SecurityPage title={t.title} wrong={issue !== undefined}>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'code', text: error }]} />
      <Section id="scan" title={t.scan} lead={t.scanLead}>
        <QrCode text={uri} label={t.image} />
        <CopyField id="secret" label={t.key} value={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      </Section>
      <Section id="confirm" title={t.confirm}>
        <Form target={form}>
          <Field id="code" label={t.code} hint={t.hint} error={error} input={ONE_TIME_CODE} />
          <SubmitRow cancelHref={securityHref(frame)}>{t.submit}</SubmitRow>
        </Form>
      </Section>
    </SecurityPage>
  )
}
