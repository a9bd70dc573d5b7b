/** Making a passkey, and giving it another name. The browser leads through the making; scripts are needed for it alone. */
import type { VNode } from 'preact'
import { Effects } from '../../web/ui/components/confirm.tsx'
import { ErrorSummary } from '../../web/ui/components/error-summary.tsx'
import { Field } from '../../web/ui/components/field.tsx'
import { Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { KeepLink, SubmitRow } from '../../web/ui/components/submit-row.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, SecurityPage, securityHref } from './frame-view.tsx'

export interface PortalPasskeyProps extends InPortal {
  readonly form: FormTarget
  readonly optionsHref: string
  readonly max: number
  readonly fault?: 'refused' | 'taken' | 'too-many' | undefined
}

export function PortalPasskey({ frame, form, optionsHref, max, fault, view }: PortalPasskeyProps & Viewed): VNode {
  const t = view.t.factors.security.newPasskey
  const texts = { refused: t.refused, taken: t.taken, 'too-many': t.tooMany({ count: max }) }
  return (
    <SecurityPage frame={frame} view={view} title={t.title} wrong={fault !== undefined}>
      <ErrorSummary view={view} issues={fault === undefined ? [] : [{ text: texts[fault] }]} />
      <Section id="new-passkey" title={t.before} lead={t.lead}>
        <Effects effects={t.effects} />
        <Form target={form}>
          <PasskeyButton
            view={view}
            ceremony="create"
            look="primary"
            optionsHref={optionsHref}
            label={t.create}
            stopped={t.stopped}
            unsupported={t.unsupported}
            withoutScript={t.withoutScript}
          />
        </Form>
        <div class="sso-row">
          <KeepLink cancelHref={securityHref(frame)} view={view} />
        </div>
      </Section>
    </SecurityPage>
  )
}

export interface PortalRenameProps extends InPortal {
  readonly form: FormTarget
  readonly name: string
  readonly fault?: 'unusable' | undefined
}

export function PortalRename({ frame, form, name, fault, view }: PortalRenameProps & Viewed): VNode {
  const t = view.t.factors.security.renaming
  const error = fault === undefined ? undefined : t.unusable
  return (
    <SecurityPage frame={frame} view={view} title={t.title} wrong={fault !== undefined}>
      <ErrorSummary view={view} issues={error === undefined ? [] : [{ field: 'name', text: error }]} />
      <Section id="rename" title={name === '' ? t.title : name}>
        <Form target={form}>
          <Field
            view={view}
            id="name"
            name="name"
            label={t.name}
            hint={t.hint}
            error={error}
            input={{
              type: 'text',
              value: name,
              autocomplete: 'off',
              dir: 'auto',
              required: true,
              ...(fault === undefined ? { autofocus: true } : {}),
            }}
          />
          <SubmitRow cancelHref={securityHref(frame)} view={view}>
            {t.save}
          </SubmitRow>
        </Form>
      </Section>
    </SecurityPage>
  )
}
