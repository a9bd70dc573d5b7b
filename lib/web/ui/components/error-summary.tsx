/** All that is wrong with a form, at its top and focused, each entry a link to its field (the GOV.UK pattern). */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'

export interface FormIssue {
  readonly field?: string
  readonly text: ComponentChildren
}

export function ErrorSummary({ issues, view: { t } }: { issues: readonly FormIssue[] } & Viewed): VNode | null {
  if (issues.length === 0) return null
  return (
    <div class="sso-summary" role="alert" tabIndex={-1} autofocus>
      <h2>{t.common.problem}</h2>
      <ul>
        {issues.map(({ field, text }) => (
          <li>{field === undefined ? text : <a href={`#${field}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
