/** A section with a last day: of a grace for two-step verification, or of an account. */
import { ActForm, Button, ErrorSummary, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { LastDay } from '../../../web/ui/components/last-day.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { VNode } from '../../../web/ui/view.ts'

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

interface DayFormParts extends DayFormProps {
  readonly t: DayTexts
  readonly id: string
  /** The `act` that removes the date. */
  readonly endAct?: string | undefined
  readonly only?: 'day'
}

export function DayForm({ form, until, wrong, t, id, endAct = 'end', only }: DayFormParts): VNode {
  const error = wrong === undefined ? undefined : t.wrong
  return (
    <>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'until', text: error }]} />
      <Section id={id} title={t.title} lead={t.lead}>
        {t.current === undefined ? null : <p>{t.current}</p>}
        <Form target={form}>
          <LastDay label={t.label} until={wrong ?? until ?? ''} error={error} only={only} required />
          <div class="sso-row">
            <Button look="secondary">{t.submit}</Button>
          </div>
        </Form>
        {until === undefined ? null : (
          <ActForm form={form} fields={{ act: endAct }}>
            {t.end}
          </ActForm>
        )}
      </Section>
    </>
  )
}
