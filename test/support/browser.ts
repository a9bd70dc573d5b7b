/** A browser without scripts: it stores cookies, follows redirects, and fills in forms. */
import { type CookieJar, cookieJar } from './cookie-jar.ts'
import type { Answer, Message } from './http.ts'
import type { Node } from './idp.ts'

export interface Form {
  readonly action: string
  readonly method: string
  /** Every input with its value, including hidden ones; checkboxes only if they are checked. */
  readonly fields: Readonly<Record<string, string>>
  readonly buttons: readonly { readonly name: string; readonly value: string }[]
}

/** A page of Portico. */
export interface Page {
  readonly at: 'page'
  readonly url: string
  readonly answer: Answer
  readonly forms: readonly Form[]
}

/** A redirect to another host, which does not exist. */
interface Departure {
  readonly at: 'external'
  readonly url: string
  readonly answer: Answer
}

export type Stop = Page | Departure

export interface Browser {
  readonly cookies: CookieJar
  /** One request with the cookies; redirects are not followed. */
  go(url: string, message?: Message): Promise<Answer>
  /** Follows redirects until a page or a redirect to another host. */
  visit(url: string, message?: Message): Promise<Stop>
  /** Submits a form of the page, as if the user pressed one of its buttons. */
  submit(page: Page, fields?: Readonly<Record<string, string>>, form?: Form): Promise<Stop>
  /** Sends the first form of the page without following redirects. */
  send(page: Page, fields?: Readonly<Record<string, string>>, headers?: Message['headers']): Promise<Answer>
}

/** A browser's headers for a navigation. */
export const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
}
const MOST_REDIRECTS = 10

export function openBrowser(
  node: Pick<Node, 'issuer' | 'send'>,
  { from, languages }: { readonly from?: string; readonly languages?: string | undefined } = {},
): Browser {
  const preferred = languages === undefined ? {} : { 'accept-language': languages }
  const cookies = cookieJar()
  const pathOf = (url: string): string => new URL(url, node.issuer).pathname

  const go: Browser['go'] = async (url, message = {}) => {
    const path = pathOf(url.startsWith('http') ? url : node.issuer + url)
    const cookie = cookies.header(path)
    const answer = await node.send(url, {
      from,
      ...message,
      headers: { ...NAVIGATION, ...preferred, ...(cookie === undefined ? {} : { cookie }), ...message.headers },
    })
    cookies.store(answer.setCookies, path)
    return answer
  }

  const visit: Browser['visit'] = async (start, message) => {
    let url = new URL(start.startsWith('http') ? start : node.issuer + start).href
    let answer = await go(url, message)
    for (let hops = 0; answer.headers.location !== undefined; hops += 1) {
      if (hops === MOST_REDIRECTS)
        throw new Error(`more than ${MOST_REDIRECTS} redirects, the last to ${new URL(url).pathname}`)
      const next = new URL(answer.headers.location, url)
      if (next.origin !== new URL(node.issuer).origin) return { at: 'external', url: answer.headers.location, answer }
      url = next.href
      answer = await go(url)
    }
    // On the page, the buttons of external providers come first.
    const isOther = ({ action }: Form): number => Number(action.includes('/upstream/'))
    return { at: 'page', url, answer, forms: formsOf(answer.text).toSorted((a, b) => isOther(a) - isOther(b)) }
  }

  return {
    cookies,
    go,
    visit,
    submit: async (page, fields, form) => visit(...filledIn(page, fields, form)),
    send: async (page, fields, headers) => {
      const [address, message] = filledIn(page, fields)
      return go(address, { ...message, headers: { ...message.headers, ...headers } })
    },
  }
}

/** The request that a browser sends when the user presses a button of the form. */
function filledIn(
  page: Page,
  fields: Readonly<Record<string, string>> = {},
  form = page.forms[0],
): [address: string, message: Message] {
  if (form === undefined) throw new Error(`there is no form on the page ${titleOf(page.answer.text)}`)
  const headers = { 'sec-fetch-site': 'same-origin' }
  return [new URL(form.action, page.url).href, { body: { ...form.fields, ...fields }, headers }]
}

export function titleOf(html: string): string {
  return unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
}

// An attribute's value can contain any character but its quote.
const ATTRIBUTES = '((?:[^>"]|"[^"]*")*)'
const FORM = new RegExp(`<form\\b${ATTRIBUTES}>(.*?)</form>`, 'gs')
const INPUT = new RegExp(`<input\\b${ATTRIBUTES}>`, 'g')
const BUTTON = new RegExp(`<button\\b${ATTRIBUTES}>`, 'g')

export function formsOf(html: string): readonly Form[] {
  return [...html.matchAll(FORM)].map(([, head = '', inside = '']) => {
    const inputs = [...inside.matchAll(INPUT)].map(([, text = '']) => attributesOf(text))
    const ticked = inputs.filter(
      ({ type, checked }) => !['checkbox', 'radio', 'submit'].includes(type ?? 'text') || checked !== undefined,
    )
    const { action = '', method = 'get' } = attributesOf(head)
    return {
      action,
      method,
      fields: Object.fromEntries(ticked.flatMap(({ name, value = '' }) => (name === undefined ? [] : [[name, value]]))),
      buttons: [...inside.matchAll(BUTTON)].map(([, text = '']) => ({ name: '', value: '', ...attributesOf(text) })),
    }
  })
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, unescape(value)]),
  )
}

export function unescape(text: string): string {
  const plain = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return plain.replaceAll('&amp;', '&')
}
