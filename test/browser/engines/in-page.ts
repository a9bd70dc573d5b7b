/** Functions that run in a page. They are sent as text, so each is complete in itself. */

export type Kind = 'link' | 'button' | 'field' | 'text'

export interface Place {
  readonly x: number
  readonly y: number
}

/** The middle of the first visible element with this name, scrolled into sight. @returns the reason if there is none */
export function placeOf({ kind, name }: { readonly kind: Kind; readonly name: string }): Place | string {
  const selectors = {
    link: 'a[href]',
    button: 'button, summary',
    field: 'input:not([type=hidden]), textarea, select',
    text: 'h1, h2, p, li, td, label',
  }
  const plain = (text: string): string =>
    text
      .replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
    return plain(label ?? (element as HTMLElement).innerText)
  }
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  const all = [...document.querySelectorAll(/^[#.[]/.test(name) ? name : selectors[kind])].filter(isShown)
  const named = (fits: (text: string) => boolean) => all.find((element) => fits(nameOf(element)))
  const found = /^[#.[]/.test(name)
    ? all[0]
    : (named((text) => text === name) ?? named((text) => text.startsWith(name)) ?? named((text) => text.includes(name)))
  if (found === undefined) return `no ${kind} ${name} among ${all.map(nameOf).join(' | ')}`
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const [box] = found.getClientRects()
  if (box === undefined) return `${name} has no box`
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]
  const top = document.elementFromPoint(x, y)
  const isCovered = top === null || !(found.contains(top) || top.contains(found) || top.closest('label') === found)
  return isCovered ? `${name} is covered by ${top?.outerHTML.slice(0, 200)}` : { x, y }
}

/** What is wider than its frame, cut without an ellipsis, or out of the window. */
export function layoutIssues(): readonly string[] {
  const named = (element: Element): string => {
    const text = ((element as HTMLElement).innerText ?? '').replaceAll(/\s+/g, ' ').slice(0, 40)
    return `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${text}"`
  }
  const root = document.documentElement
  const issues = root.scrollWidth > root.clientWidth ? [`page: ${root.scrollWidth} > ${root.clientWidth}`] : []
  const isHidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const edges = (box: DOMRect, frame: DOMRect): number => Math.max(frame.left - box.left, box.right - frame.right)
  for (const element of document.querySelectorAll('body *')) {
    if (isHidden(element) || element.closest('.sso-hidden, svg, pre, textarea, iframe') !== null) continue
    const { overflowX, textOverflow } = getComputedStyle(element)
    const over = element.scrollWidth - element.clientWidth
    const isField = element.matches('input, select')
    // On a phone, a row of filters is scrolled.
    const isScrolled = element.matches('.sso-segments ul')
    if (
      overflowX !== 'visible' &&
      textOverflow !== 'ellipsis' &&
      over > 1 &&
      element.clientWidth > 0 &&
      !isField &&
      !isScrolled
    )
      issues.push(`cut by ${over} px: ${named(element)}`)
    const text = [...element.childNodes].find(
      (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ''),
    )
    if (text === undefined && !isField) continue
    const range = document.createRange()
    if (text !== undefined) range.selectNodeContents(text)
    const box = isField || text === undefined ? element.getBoundingClientRect() : range.getBoundingClientRect()
    let frame: Element | null = element
    // An ellipsis cuts what is in it on purpose.
    for (; frame !== null && frame !== root; frame = frame.parentElement) {
      const style = getComputedStyle(frame)
      if (style.textOverflow === 'ellipsis' || style.overflowX !== 'visible' || style.position === 'absolute') break
      const isFrame = style.borderLeftWidth !== '0px' || style.backgroundColor !== 'rgba(0, 0, 0, 0)'
      const out = edges(box, frame.getBoundingClientRect())
      if (isFrame && style.display !== 'inline' && out > 1) {
        issues.push(`${named(element)} is ${Math.round(out)} px outside ${named(frame)}`)
        break
      }
    }
  }
  return [...new Set(issues)]
}
