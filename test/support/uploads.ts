/** Forms with files, as a browser sends them. */
import type { Page, Stop } from './browser.ts'
import { formTo, type PanelVisitor } from './panel-visitor.ts'

export async function multipart(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>> = {},
): Promise<{ readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) form.set(name, new File([new Uint8Array(bytes)], `${name}.bin`))
  const request = new Response(form)
  const type = request.headers.get('content-type') ?? ''
  return { body: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': type } }
}

/** Submits the page's form to this action with files. Redirects are followed. */
export async function upload(
  { browser }: PanelVisitor,
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>> = {},
): Promise<Stop> {
  const form = formTo(page, action)
  const { body, headers } = await multipart({ ...form.fields, ...fields }, files)
  return browser.visit(new URL(form.action, page.url).href, {
    method: 'POST',
    body,
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
  })
}
