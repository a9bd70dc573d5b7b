/** The share of passed checks as a ring with figures. The checks are next to it, in words. */
import type { VNode } from 'preact'

const RADIUS = 26
const LENGTH = 2 * Math.PI * RADIUS

export interface SecurityRingProps {
  readonly done: number
  readonly all: number
  /** The same in words. */
  readonly label: string
}

export function SecurityRing({ done, all, label }: SecurityRingProps): VNode {
  const part = all === 0 ? 0 : (done / all) * LENGTH
  return (
    <svg
      class={done === all ? 'sso-safety-ring' : 'sso-safety-ring sso-safety-ring-open'}
      viewBox="0 0 64 64"
      role="img"
      aria-label={label}
      focusable="false"
    >
      <circle class="sso-safety-ring-ground" cx="32" cy="32" r={RADIUS} />
      {part === 0 ? null : (
        <circle
          class="sso-safety-ring-part"
          cx="32"
          cy="32"
          r={RADIUS}
          stroke-dasharray={`${part.toFixed(2)} ${(LENGTH - part).toFixed(2)}`}
          transform="rotate(-90 32 32)"
        />
      )}
      <text x="32" y="32" direction="ltr">
        {`${done}/${all}`}
      </text>
    </svg>
  )
}
