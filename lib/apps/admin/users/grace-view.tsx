/** The section in which an administrator gives a user time to set up two-step verification. */
import { ActForm, Button, ErrorSummary, Field, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { dayName } from '../../../web/ui/texts/format/time.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export interface GraceFormProps {
  readonly form: FormTarget
  /** The last day of the current grace. */
  readonly until: Date | undefined
  /** The text that is not a valid last day. */
  readonly wrong?: string | undefined
}

export function GraceForm({ form, until, wrong }: GraceFormProps, { view }: HasView): VNode {
  const { grace: t } = view.t.factors.users
  const [today = ''] = view.now.toISOString().split('T')
  const error = wrong === undefined ? undefined : t.wrong
  return (
    <>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'until', text: error }]} />
      <Section id="grace" title={t.title} lead={t.lead}>
        {until === undefined ? null : <p>{t.until({ date: dayName(view.locale, until, view.now) })}</p>}
        <Form target={form}>
          <Field
            id="until"
            label={t.label}
            error={error}
            // A date field cannot display an invalid date, so the input becomes a text field.
            input={{
              ...(wrong === undefined
                ? { type: 'date', min: today, value: until?.toISOString().slice(0, 10) ?? '' }
                : { type: 'text', value: wrong }),
              autocomplete: 'off',
              required: true,
            }}
          />
          <div class="sso-row">
            <Button look="secondary">{t.grant}</Button>
          </div>
        </Form>
        {until === undefined ? null : (
          <ActForm form={form} fields={{ act: 'end' }}>
            {t.end}
          </ActForm>
        )}
      </Section>
    </>
  )
}
