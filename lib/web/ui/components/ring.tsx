import type { VNode } from 'preact'

const RADIUS = 26
const LENGTH = 2 * Math.PI * RADIUS

/** @param look prefix for the class names */
function Circles({ look, share }: { look: string; share: number }): VNode {
  const part = Math.max(0, Math.min(1, share)) * LENGTH
  return (
    <>
      <circle class={`${look}-ground`} cx="32" cy="32" r={RADIUS} />
      {part === 0 ? null : (
        <circle
          class={`${look}-part`}
          cx="32"
          cy="32"
          r={RADIUS}
          stroke-dasharray={`${part.toFixed(2)} ${(LENGTH - part).toFixed(2)}`}
          transform="rotate(-90 32 32)"
        />
      )}
    </>
  )
}

export interface RingProps {
  /** From 0 to 1. */
  readonly share: number
  /** The share, in words or figures. */
  readonly label: string
  readonly lines: readonly string[]
}

/** A ring that shows a share, with the number inside and explanations next to it. */
export function Ring({ share, label, lines }: RingProps): VNode {
  return (
    <div class="sso-ring">
      <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
        <Circles look="sso-ring" share={share} />
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

interface SecurityRingProps {
  readonly done: number
  readonly all: number
  /** The numbers in words. */
  readonly label: string
}

/** A ring that shows how many security checks have passed. The page lists the checks next to it. */
export function SecurityRing({ done, all, label }: SecurityRingProps): VNode {
  return (
    <svg
      class={done === all ? 'sso-safety-ring' : 'sso-safety-ring sso-safety-ring-open'}
      viewBox="0 0 64 64"
      role="img"
      aria-label={label}
      focusable="false"
    >
      <Circles look="sso-safety-ring" share={all === 0 ? 0 : done / all} />
      <text x="32" y="32" direction="ltr">
        {`${done}/${all}`}
      </text>
    </svg>
  )
}
