/** Apps by name, each with its tile. */
import type { VNode } from 'preact'
import { Monogram } from './monogram.tsx'

export function AppList({ intro, apps }: { intro: string; apps: readonly string[] }): VNode {
  return (
    <section class="sso-apps">
      <p id="apps">{intro}</p>
      <ul aria-labelledby="apps">
        {apps.map((name) => (
          <li>
            <Monogram name={name} size="small" />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
