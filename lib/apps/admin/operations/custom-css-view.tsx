/** The field for CSS on the page *Appearance*, with the list of what it can contain. */

import lists from '../../../../policies/harmless-css.json' with { type: 'json' }
import { PROPERTIES } from '../../../../policies/harmless-css.ts'
import type { FormIssue } from '../../../web/ui/components/form.tsx'
import { TextArea } from '../../../web/ui/components/text-area.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export function CustomCss({ css, issues }: CustomCssProps, { view }: HasView): VNode {
  const t = view.t.appearance
  const wrong = issues.flatMap(({ field, text }) => (field === 'css' ? [text] : []))
  return (
    <>
      <TextArea id="css" label="CSS" hint={t.cssHint} rows={8} value={css} error={wrong} />
      <details class="sso-fold">
        <summary>{t.cssAllowed}</summary>
        <pre class="sso-code sso-brand-css" dir="ltr">
          {ALLOWED}
        </pre>
      </details>
    </>
  )
}

interface CustomCssProps {
  readonly css: string
  readonly issues: readonly FormIssue[]
}

/** The lists as CSS has them: the same in each language. Properties with the same values share a line. */
const ALLOWED = [
  ...Object.entries(lists.classes).map(([name, meaning]) => `.${name}: ${meaning}`),
  '',
  lists.pseudo.join(' '),
  `@media ${lists.media.join(' ')} (min-width: 40rem) (max-width: 40rem)`,
  '',
  ...[...Map.groupBy(PROPERTIES, ([, { allowed }]) => allowed)].map(
    ([allowed, names]) => `${names.map(([name]) => name).join(', ')}: ${allowed}`,
  ),
  '',
  ...Object.entries(lists.keywords).map(([kind, words]) => `<${kind.toLowerCase()}>: ${words.join(' | ')}`),
].join('\n')
