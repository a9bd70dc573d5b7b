/** A share as a ring with the figure inside, and its parts next to it, in words. */
import type { VNode } from 'preact'

const RADIUS = 26
const LENGTH = 2 * Math.PI * RADIUS

export interface RingProps {
  /** From 0 to 1. */
  readonly share: number
  /** The share in words or figures. */
  readonly label: string
  readonly lines: readonly string[]
}

export function Ring({ share, label, lines }: RingProps): VNode {
  const part = Math.max(0, Math.min(1, share)) * LENGTH
  return (
    <div class="sso-ring">
      <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
        <circle class="sso-ring-ground" cx="32" cy="32" r={RADIUS} />
        <circle
          class="sso-ring-part"
          cx="32"
          cy="32"
          r={RADIUS}
          stroke-dasharray={`${part.toFixed(2)} ${(LENGTH - part).toFixed(2)}`}
          transform="rotate(-90 32 32)"
        />
        <text x="32" y="32">
          {label}
        </text>
      </svg>
      <ul class="sso-plain">
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </div>
  )
}
