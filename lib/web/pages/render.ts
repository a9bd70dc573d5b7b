/** Renders a screen as a complete HTML document. Preact escapes text and attributes, and runs only on the server. */
import { Component, type ComponentChildren, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { HasView, Screen, View } from '../ui/view.ts'

/** What a page provides to its components: the view, and the frame of an app's page. */
interface Provided extends HasView {
  readonly frame: object | undefined
}

/** Passes the view and the frame to all components below it, as their second argument. */
class Provider extends Component<Provided> {
  override getChildContext(): Provided {
    return { view: this.props.view, frame: this.props.frame }
  }
  override render(): ComponentChildren {
    return this.props.children
  }
}

export function renderPage<Props extends object>(screen: Screen<Props>, props: Props, view: View): string {
  return `<!doctype html>${renderPart(screen, props, view)}`
}

/** Renders a complete document that needs no request, such as an email. */
export function renderDocument<Props extends object>(document: (props: Props) => VNode, props: Props): string {
  return `<!doctype html>${renderToString(h<Props>(document, props))}`
}

/** Renders part of a page, which Portico's own script inserts. */
export function renderPart<Props extends object>(part: Screen<Props>, props: Props, view: View): string {
  const { frame } = props as Partial<Pick<Provided, 'frame'>>
  return renderToString(h(Provider, { view, frame }, h<Props>(part, props)))
}
