/** Minimum contrast for text (WCAG 2.2, 1.4.3, level AA). WCAG defines "relative luminance" and "contrast ratio". */
export const READABLE_CONTRAST = 4.5

/** Background behind links and buttons in the two color schemes. */
export const SURFACE = { light: '#ffffff', dark: '#171a21' } as const

/** Colors are `#rrggbb`. The result is between 1 (same color) and 21 (black on white). */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(color.slice(start, start + 2), 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(byte: number): number {
  const channel = byte / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
