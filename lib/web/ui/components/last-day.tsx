/** Fields for an end date: the last day, and a time of that day in UTC. Without a time, the whole day counts. */
import { endIn } from '../../../../policies/end-dates.ts'
import { dateWords, exactTime } from '../texts/format/time.ts'
import type { HasView, View, VNode } from '../view.ts'
import { Field } from './form.tsx'

const DAY = /^\d{4}-\d\d-\d\d$/

/** For example "31 Jan", the last day, or "31 Jan 2027, 18:00:00 UTC". */
export function endWords({ locale, now }: View, until: string): string {
  const at = endIn(until) ?? 0
  return DAY.test(until) ? dateWords(locale, new Date(at - 1), now) : exactTime(locale, new Date(at))
}

/** The texts of both fields; text that is no end date stays as typed. */
function partsOf(until: string): readonly [day: string, time: string] {
  const at = endIn(until)
  if (at === undefined || DAY.test(until)) return [until, '']
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  return [day, time.slice(0, 8).replace(/:00$/, '')]
}

interface LastDayProps {
  readonly label: string
  /** The current end date, or the typed text. */
  readonly until: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly required?: boolean
  /** `day`: no field for the time. */
  readonly only?: 'day' | undefined
}

export function LastDay({ label, until, hint, error, required, only }: LastDayProps, { view }: HasView): VNode {
  const [today = ''] = view.now.toISOString().split('T')
  const [day, time] = partsOf(until)
  // A date field cannot show text that is no date.
  const type =
    day === '' || (error === undefined && DAY.test(day))
      ? ({ type: 'date', min: today } as const)
      : { type: 'text' as const }
  return (
    <>
      <Field
        id="until"
        label={label}
        hint={hint}
        error={error}
        input={{ ...type, value: day, autocomplete: 'off', required }}
      />
      {only === 'day' ? null : (
        <Field
          id="time"
          label={view.t.users.end.time}
          input={{ type: 'time', value: time, step: time.length > 5 ? 1 : undefined, autocomplete: 'off' }}
        />
      )}
    </>
  )
}
