/** A form that is submitted several times in parallel; redirects are followed with the first response's cookies. */
import type { Browser, Page } from './browser.ts'

/** @returns the codes that the app receives, without duplicates */
export async function codesOfFormSentAtOnce(
  browser: Browser,
  page: Page,
  fields: Readonly<Record<string, string>>,
  times: number,
): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(Array.from({ length: times }, () => browser.send(page, fields)))
  const next = answers.flatMap(({ headers }) => headers.location ?? [])
  // The first to arrive may delete the cookies, which the others have already sent.
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
