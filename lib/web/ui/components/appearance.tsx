/** Light, dark, or the device's setting. app.js shows and stores the choice; without scripts the device decides. */
import type { ColorScheme, Viewed, VNode } from '../view.ts'

const SCHEMES: readonly ColorScheme[] = ['auto', 'light', 'dark']

export function Appearance({ view: { t, cookiePath, colorScheme } }: Viewed): VNode {
  const { title, schemes } = t.panel.appearance
  return (
    <fieldset class="sso-appearance" data-sso-appearance={cookiePath} hidden>
      <legend>{title}</legend>
      <div>
        {SCHEMES.map((scheme) => (
          <button type="button" value={scheme} aria-pressed={scheme === colorScheme}>
            {schemes[scheme]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
