/** A form that is sent several times at once, each of them followed with the cookies that the browser had when the first was answered. */
import type { Browser, Page } from './browser.ts'

/** @returns the codes that come back to the app; the same one may come back more than once */
export async function codesOfFormSentAtOnce(
  browser: Browser,
  page: Page,
  fields: Readonly<Record<string, string>>,
  times: number,
): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(Array.from({ length: times }, () => browser.send(page, fields)))
  const next = answers.flatMap(({ headers }) => headers.location ?? [])
  // The first to arrive may take the cookies away from the others, who have sent them by then.
  const cookies = next.map((location) => browser.cookies.header(new URL(location, page.url).pathname))
  const ends = await Promise.all(
    next.map((location, index) =>
      location.includes('code=')
        ? { headers: { location } }
        : browser.go(new URL(location, page.url).href, { headers: { cookie: cookies[index] } }),
    ),
  )
  const codes = ends.map(({ headers }) => new URL(headers.location ?? page.url, page.url).searchParams.get('code'))
  return new Set(codes.filter((code) => code !== null))
}
