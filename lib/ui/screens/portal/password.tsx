/** Changing one's password (C3): length is all that is asked of it, and paste is never blocked. */
import type { VNode } from 'preact'
import { Button } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Checkbox, Field } from '../../components/field.tsx'
import { Form, type FormTarget } from '../../components/form.tsx'
import { Section } from '../../components/section.tsx'
import type { Viewed } from '../../view.ts'
import { type InPortal, PortalPage } from './portal-page.tsx'

export type PortalPasswordFault = keyof Viewed['view']['t']['portal']['password']['faults']

export interface PortalPasswordProps extends InPortal {
  readonly form: FormTarget
  readonly minLength: number
  readonly username: string
  readonly fault?: PortalPasswordFault | undefined
}

const FIELD_OF: Record<PortalPasswordFault, 'current' | 'chosen' | 'repeat' | undefined> = {
  current_missing: 'current',
  current_wrong: 'current',
  missing: 'chosen',
  too_short: 'chosen',
  too_long: 'chosen',
  is_username: 'chosen',
  is_old: 'chosen',
  repeat_differs: 'repeat',
  throttled: undefined,
}

export function PortalPassword({ frame, form, minLength, username, fault, view }: PortalPasswordProps & Viewed): VNode {
  const t = view.t.portal.password
  const field = fault === undefined ? undefined : FIELD_OF[fault]
  const text = fault === undefined ? undefined : t.faults[fault]
  const errorOf = (name: typeof field): string | undefined => (field === name ? text : undefined)
  return (
    <PortalPage frame={frame} section="password" view={view} title={t.title} wrong={fault !== undefined}>
      <Section id="change" title={t.save}>
        {text === undefined ? null : <ErrorSummary view={view} faults={[field === undefined ? { text } : { field, text }]} />}
        <Form target={form}>
          {/* Password managers file the new password under this name. */}
          <input type="text" hidden name="username" autocomplete="username" value={username} readOnly />
          <Field
            id="current"
            name="current"
            label={t.current}
            error={errorOf('current')}
            view={view}
            input={{ type: 'password', autocomplete: 'current-password', required: true }}
          />
          <Field
            id="chosen"
            name="new_password"
            label={t.chosen}
            hint={t.hint({ length: minLength })}
            error={errorOf('chosen')}
            view={view}
            input={{ type: 'password', autocomplete: 'new-password', required: true }}
          />
          <Field
            id="repeat"
            name="repeat"
            label={t.repeat}
            error={errorOf('repeat')}
            view={view}
            input={{ type: 'password', autocomplete: 'new-password', required: true }}
          />
          <Checkbox id="others" name="others" label={t.others} checked />
          <div class="sso-row">
            <Button>{t.save}</Button>
          </div>
        </Form>
      </Section>
    </PortalPage>
  )
}
