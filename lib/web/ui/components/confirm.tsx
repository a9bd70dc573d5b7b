/** Asks the user to confirm an operation. If it is irreversible, the user must type a word, which the server checks. */
import { type ComponentChildren, type HasView, rich, type VNode } from '../view.ts'
import { ErrorSummary, Field, Form, type FormTarget, SubmitRow, VERBATIM } from './form.tsx'

export interface ConfirmProps {
  readonly form: FormTarget
  /** What the operation will do, with one entry per effect. */
  readonly effects: readonly ComponentChildren[]
  /** A verb and its object, such as "Rotate secret". */
  readonly confirmLabel: string
  readonly cancelHref: string
  readonly danger?: boolean
}

export function Confirm(props: ConfirmProps & { children?: ComponentChildren }): VNode {
  const { form, effects, confirmLabel, cancelHref, danger = false, children } = props
  return (
    <div class={danger ? 'sso-section sso-section-danger sso-confirm' : 'sso-section sso-confirm'}>
      <Effects effects={effects} />
      <Form target={form}>
        {children}
        <SubmitRow look={danger ? 'danger' : 'primary'} cancelHref={cancelHref}>
          {confirmLabel}
        </SubmitRow>
      </Form>
    </div>
  )
}

export const Effects = ({ effects }: Pick<ConfirmProps, 'effects'>): VNode => (
  <ul class="sso-effects">
    {effects.map((effect) => (
      <li>{effect}</li>
    ))}
  </ul>
)

export interface TypeToConfirmProps extends ConfirmProps {
  readonly word: string
  readonly wrong?: boolean
  /** Label that explains which word to type, if that is not obvious. */
  readonly label?: (parts: { word: string }) => string
}

export function TypeToConfirm({ word, wrong = false, label, ...props }: TypeToConfirmProps, { view }: HasView): VNode {
  const { panel } = view.t
  const error = wrong ? panel.typedWrong({ word }) : undefined
  return (
    <>
      <ErrorSummary issues={error === undefined ? [] : [{ field: 'confirm', text: error }]} />
      <Confirm {...props} danger>
        <Field
          id="confirm"
          label={rich(label ?? panel.typeToConfirm, { word: <code dir="ltr">{word}</code> })}
          error={error}
          input={{ type: 'text', ...VERBATIM, dir: 'ltr', required: true }}
        />
      </Confirm>
    </>
  )
}
