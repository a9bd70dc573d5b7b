/**
 * Turns a screen into a whole HTML document. Preact escapes text and attributes; it renders on the server only.
 */
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Screen, View, Viewed } from '../ui/view.ts'

export function renderPage<Props extends object>(screen: Screen<Props>, props: Props, view: View): string {
  return `<!doctype html>${renderToString(h<Props & Viewed>(screen, { ...props, view }))}`
}

/** A whole document of markup alone: a letter. */
export function renderDocument<Props extends object>(document: (props: Props) => VNode, props: Props): string {
  return `<!doctype html>${renderToString(h<Props>(document, props))}`
}

/** A part of a page, which a script of ours puts where it belongs. */
export function renderPart<Props extends object>(part: Screen<Props>, props: Props, view: View): string {
  return renderToString(h<Props & Viewed>(part, { ...props, view }))
}
