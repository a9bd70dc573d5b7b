/** The fields of a person's details, in the portal and in the panel alike. */
import type { InputHTMLAttributes, VNode } from 'preact'
import type { ProfileField, ProfileIssue } from '../../../../policies/profile.ts'
import type { Messages } from '../texts/catalogue.ts'
import type { Viewed } from '../view.ts'
import { Select } from './choice.tsx'
import type { FormFault } from './error-summary.tsx'
import { Field } from './field.tsx'

export type ProfileValues = { readonly [Name in ProfileField]?: string | undefined }
export type ProfileFormFault = keyof Messages['portal']['profile']['faults']

export interface ProfileFieldsProps {
  /** Those that may be changed, in the order of the form. */
  readonly fields: readonly ProfileField[]
  readonly values: ProfileValues
  readonly faults: readonly { readonly field: ProfileField; readonly fault: ProfileIssue | ProfileFormFault }[]
  /** Names of time zones to choose from. */
  readonly zones: readonly string[]
  /** Whether browsers may fill in the person's own details: not when an administrator changes somebody else's. */
  readonly own: boolean
}

/** The same faults for the summary at the top of the form. */
export function profileFaults(
  { faults }: Pick<ProfileFieldsProps, 'faults'>,
  { t }: Viewed['view'],
): readonly FormFault[] {
  return faults.map(({ field, fault }) => ({ field, text: faultText(t, field, fault) }))
}

/** In the summary the text stands alone, so it names its field where the fault itself does not. */
function faultText(t: Messages, field: ProfileField, fault: ProfileIssue | ProfileFormFault): string {
  const text = t.portal.profile.faults[fault]
  return typeof text === 'string' ? text : text({ field: t.portal.profile.fields[field] })
}

export function ProfileFields(props: ProfileFieldsProps & Viewed): VNode {
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

function Text({
  field,
  values,
  faults,
  own,
  view,
}: ProfileFieldsProps & { field: keyof typeof INPUTS } & Viewed): VNode {
  const t = view.t.portal.profile
  const fault = faults.find((one) => one.field === field)?.fault
  return (
    <Field
      view={view}
      id={field}
      name={field}
      label={t.fields[field]}
      hint={field === 'email' && own ? t.emailHint : undefined}
      error={fault === undefined ? undefined : faultText(view.t, field, fault)}
      input={{ ...INPUTS[field], value: values[field] ?? '', ...(own ? {} : { autocomplete: 'off' }) }}
    />
  )
}

function Language({ values, view }: ProfileFieldsProps & Viewed): VNode {
  const t = view.t.portal.profile
  const known = view.languages.map(({ code, label }) => ({ value: code, label }))
  const { locale = '' } = values
  const other = locale === '' || known.some(({ value }) => value === locale) ? [] : [{ value: locale, label: locale }]
  const options = [{ value: '', label: t.unset }, ...other, ...known]
  return <Select id="locale" name="locale" label={t.fields.locale} value={locale} options={options} />
}

function Zone({ values, zones, view }: ProfileFieldsProps & Viewed): VNode {
  const t = view.t.portal.profile
  const { zoneinfo = '' } = values
  const other = zoneinfo === '' || zones.includes(zoneinfo) ? [] : [zoneinfo]
  const known = [...other, ...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  const options = [{ value: '', label: t.unset }, ...known]
  return <Select id="zoneinfo" name="zoneinfo" label={t.fields.zoneinfo} value={zoneinfo} options={options} />
}
