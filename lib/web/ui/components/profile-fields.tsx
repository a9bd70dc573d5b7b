/** The fields in a user's profile, for the portal and the panel. */
import type { InputHTMLAttributes, VNode } from 'preact'
import type { ProfileField, ProfileIssue } from '../../../../policies/profile.ts'
import type { Messages } from '../texts/catalogue.ts'
import type { HasView } from '../view.ts'
import { Select } from './choice.tsx'
import { Field, type FormIssue } from './form.tsx'

export type ProfileValues = { readonly [Name in ProfileField]?: string | undefined }
export type ProfileFormIssue = keyof Messages['portal']['profile']['issues']

export interface ProfileFieldsProps {
  /** The editable fields, in the order in which the form shows them. */
  readonly fields: readonly ProfileField[]
  readonly values: ProfileValues
  readonly issues: readonly { readonly field: ProfileField; readonly code: ProfileIssue | ProfileFormIssue }[]
  /** The time zones to choose from. */
  readonly zones: readonly string[]
  /** Whether users edit their own profile. If not, browsers must not autofill the administrator's details. */
  readonly own: boolean
  /** Whether a new email address must be verified before it takes effect. */
  readonly proved?: boolean
}

/** The profile's issues, for the summary at the top of the form. */
export function profileIssues(
  { issues }: Pick<ProfileFieldsProps, 'issues'>,
  { t }: HasView['view'],
): readonly FormIssue[] {
  return issues.map(({ field, code }) => ({ field, text: issueText(t, field, code) }))
}

/** The message for an issue. Includes the field's name, because the summary is not next to the field. */
function issueText(t: Messages, field: ProfileField, issue: ProfileIssue | ProfileFormIssue): string {
  const text = t.portal.profile.issues[issue]
  return typeof text === 'string' ? text : text({ field: t.portal.profile.fields[field] })
}

export function ProfileFields(props: ProfileFieldsProps): VNode {
  return (
    <>
      {props.fields.map((field) => {
        if (field === 'locale') return <Language {...props} />
        return field === 'zoneinfo' ? <Zone {...props} /> : <Text {...props} field={field} />
      })}
    </>
  )
}

const INPUTS: Record<Exclude<ProfileField, 'locale' | 'zoneinfo'>, InputHTMLAttributes<HTMLInputElement>> = {
  name: { type: 'text', autocomplete: 'name', dir: 'auto' },
  given_name: { type: 'text', autocomplete: 'given-name', dir: 'auto' },
  family_name: { type: 'text', autocomplete: 'family-name', dir: 'auto' },
  email: { type: 'email', autocomplete: 'email', dir: 'ltr' },
}

function Text(props: ProfileFieldsProps & { field: keyof typeof INPUTS }, { view }: HasView): VNode {
  const { field, values, issues, own, proved = false } = props
  const t = view.t.portal.profile
  const code = issues.find((one) => one.field === field)?.code
  return (
    <Field
      id={field}
      label={t.fields[field]}
      hint={field === 'email' && own ? (proved ? t.emailProved : t.emailHint) : undefined}
      error={code === undefined ? undefined : issueText(view.t, field, code)}
      input={{ ...INPUTS[field], value: values[field] ?? '', ...(own ? {} : { autocomplete: 'off' }) }}
    />
  )
}

function Language({ values }: ProfileFieldsProps, { view }: HasView): VNode {
  const t = view.t.portal.profile
  const known = view.languages.map(({ code, label }) => ({ value: code, label }))
  const { locale = '' } = values
  const other = locale === '' || known.some(({ value }) => value === locale) ? [] : [{ value: locale, label: locale }]
  const options = [{ value: '', label: t.unset }, ...other, ...known]
  return <Select id="locale" label={t.fields.locale} value={locale} options={options} />
}

function Zone({ values, zones }: ProfileFieldsProps, { view }: HasView): VNode {
  const t = view.t.portal.profile
  const { zoneinfo = '' } = values
  const other = zoneinfo === '' || zones.includes(zoneinfo) ? [] : [zoneinfo]
  const known = [...other, ...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  const options = [{ value: '', label: t.unset }, ...known]
  return <Select id="zoneinfo" label={t.fields.zoneinfo} value={zoneinfo} options={options} />
}
