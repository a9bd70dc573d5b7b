/** A section with a last day: of a grace for two-step verification, or of an account. */
import { ActForm, Button, ErrorSummary, Field, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export interface DayFormProps {
  readonly form: FormTarget
  /** The current last day or time, as text that the field shows; undefined if there is none. */
  readonly until: string | undefined
  /** The text that is not a valid last day. */
  readonly wrong?: string | undefined
}

interface DayTexts {
  readonly title: string
  readonly lead: string
  /** The last day in words. */
  readonly current: string | undefined
  readonly label: string
  readonly submit: string
  readonly end: string
  readonly wrong: string
}

export function DayForm(
  { form, until, wrong, t, id }: DayFormProps & { readonly t: DayTexts; readonly id: string },
  { view }: HasView,
): VNode {
  const [today = ''] = view.now.toISOString().split('T')
  const error = wrong === undefined ? undefined : t.wrong
  const shown = wrong ?? until ?? ''
  return (
    <>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'until', text: error }]} />
      <Section id={id} title={t.title} lead={t.lead}>
        {t.current === undefined ? null : <p>{t.current}</p>}
        <Form target={form}>
          <Field
            id="until"
            label={t.label}
            error={error}
            // A date field cannot display an invalid date or a time, so the input becomes a text field.
            input={{
              ...(wrong === undefined && /^$|^\d{4}-\d\d-\d\d$/.test(shown)
                ? { type: 'date', min: today, value: shown }
                : { type: 'text', value: shown }),
              autocomplete: 'off',
              required: true,
            }}
          />
          <div class="sso-row">
            <Button look="secondary">{t.submit}</Button>
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
