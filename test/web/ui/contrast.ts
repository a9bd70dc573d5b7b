/**
 * Contrast that the accessibility checker leaves undecided, because something lies over or next to the text: computed
 * from the colors that the browser uses (WCAG 2.2 s1.4.3).
 */

/** Runs in the page. @returns what is wrong with the texts that these selectors mean; nothing where each can be read */
export function contrastIssues(selectors: readonly string[]): string[] {
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  const paint = (color: string, alpha = 1): readonly number[] => {
    brush.globalAlpha = alpha
    brush.fillStyle = color
    brush.fillRect(0, 0, 1, 1)
    return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }
  const luminance = (color: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const issueOf = (selector: string): string | undefined => {
    const element = document.querySelector(selector)
    if (element === null) return 'is not there any more'
    const line: Element[] = []
    for (let each: Element | null = element; each !== null; each = each.parentElement) line.unshift(each)
    const styles = line.map((each) => getComputedStyle(each))
    if (styles.some(({ backgroundImage }) => backgroundImage !== 'none')) return 'lies on an image'
    let ground = paint('Canvas')
    for (const { backgroundColor } of styles) ground = paint(backgroundColor)
    const { color, fill, fontSize, fontWeight } = styles.at(-1) as CSSStyleDeclaration
    const opacity = styles.reduce((product, style) => product * Number(style.opacity), 1)
    const text = paint(element instanceof SVGElement ? fill : color, opacity)
    const [darker = 0, lighter = 0] = [luminance(ground), luminance(text)].toSorted((a, b) => a - b)
    const ratio = (lighter + 0.05) / (darker + 0.05)
    const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700)
    return ratio >= (isLarge ? 3 : 4.5) ? undefined : `has a contrast of ${ratio.toFixed(2)}`
  }
  return selectors.flatMap((selector) => {
    const issue = issueOf(selector)
    return issue === undefined ? [] : [`${selector} ${issue}`]
  })
}
