import type { NewPasswordIssue, PasswordLimits } from '../../../policies/new-password.ts'
import { Effects } from '../../web/ui/components/confirm.tsx'
import {
  Checkbox,
  ErrorSummary,
  Form,
  type FormTarget,
  PasswordField,
  SubmitRow,
} from '../../web/ui/components/form.tsx'
import { issueText, PasswordRules } from '../../web/ui/components/new-password-fields.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import type { HasView, View, VNode } from '../../web/ui/view.ts'
import { FixedPassword, type FixedPasswordProps } from './fixed-password-view.tsx'
import { type Framed, SecurityPage, securityHref } from './frame-view.tsx'

type CurrentIssue = keyof HasView['view']['t']['portal']['password']['issues']
export type PortalPasswordIssue = NewPasswordIssue | CurrentIssue

export interface PasswordFieldsProps extends PasswordLimits {
  readonly username: string
  readonly issue?: PortalPasswordIssue | undefined
}

const isCurrent = (issue: PortalPasswordIssue, view: View): issue is CurrentIssue =>
  issue in view.t.portal.password.issues

function fieldOf(issue: PortalPasswordIssue): 'current' | 'chosen' | 'repeat' | undefined {
  if (issue === 'throttled') return undefined
  if (issue === 'current_missing' || issue === 'current_wrong') return 'current'
  return issue === 'repeat_differs' ? 'repeat' : 'chosen'
}

const textOf = (issue: PortalPasswordIssue, { minLength }: PasswordLimits, view: View): string =>
  isCurrent(issue, view) ? view.t.portal.password.issues[issue] : issueText(issue, minLength, view)

export function PortalPassword(
  { frame, form, ...password }: { readonly form: FormTarget } & Framed & PasswordFieldsProps,
  { view }: HasView,
): VNode {
  const t = view.t.portal.password
  return (
    <SecurityPage title={t.save} wrong={password.issue !== undefined}>
      <Section id="change" title={t.title}>
        {passwordSummary(password, view)}
        <Form target={form}>
          <PasswordFields {...password} />
          <Checkbox id="others" label={t.others} checked />
          <SubmitRow cancelHref={securityHref(frame)}>{t.save}</SubmitRow>
        </Form>
      </Section>
    </SecurityPage>
  )
}

export function passwordSummary(props: PasswordFieldsProps, view: View): VNode | null {
  const { issue } = props
  if (issue === undefined) return null
  const [field, text] = [fieldOf(issue), textOf(issue, props, view)]
  return <ErrorSummary issues={[field === undefined ? { text } : { field, text }]} />
}

/** Fields for the current password and for the new password, which is entered twice. */
export function PasswordFields({ ...props }: PasswordFieldsProps, { view }: HasView): VNode {
  const { username, issue } = props
  const t = view.t.portal.password
  const errorOf = (name: 'current' | 'chosen' | 'repeat'): string | undefined =>
    issue !== undefined && fieldOf(issue) === name ? textOf(issue, props, view) : undefined
  const fresh = { autocomplete: 'new-password', required: true } as const
  return (
    <>
      {/* Password managers store the new password under this username. */}
      <input type="text" hidden name="username" autocomplete="username" value={username} readOnly />
      <PasswordField
        id="current"
        label={t.current}
        error={errorOf('current')}
        input={{ autocomplete: 'current-password', required: true }}
      />
      <PasswordField
        id="chosen"
        name="new_password"
        label={t.chosen}
        hint={view.t.newPassword.hint}
        error={errorOf('chosen')}
        input={fresh}
      />
      <PasswordRules {...props} id="chosen" />
      <PasswordField id="repeat" label={t.repeat} error={errorOf('repeat')} input={fresh} />
    </>
  )
}

export interface PortalSecureProps extends Framed {
  readonly form: FormTarget
  /** Absent if the password cannot be changed here, in which case the page only ends sessions. */
  readonly password?: PasswordFieldsProps | undefined
  readonly fixed: FixedPasswordProps
}

/** Secures an account in one step: sets a new password and ends all sessions. */
export function PortalSecure({ frame, form, password, fixed }: PortalSecureProps, { view }: HasView): VNode {
  const t = view.t.portal.secure
  const title = password === undefined ? t.end : t.both
  const back = securityHref(frame)
  return (
    <SecurityPage title={t.title} lead={t.lead} wrong={password?.issue !== undefined}>
      <Section id="secure" title={title} danger>
        {password === undefined ? (
          <p>
            <FixedPassword {...fixed} before />
          </p>
        ) : (
          passwordSummary(password, view)
        )}
        <Effects effects={t.effects} />
        <Form target={form}>
          {password === undefined ? null : <PasswordFields {...password} />}
          <SubmitRow look="danger" cancelHref={back}>
            {title}
          </SubmitRow>
        </Form>
      </Section>
    </SecurityPage>
  )
}
