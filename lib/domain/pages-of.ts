import type { DocumentStore } from '../ports/documents.ts'

export const PAGE = 200

/** Reads a list page by page until a page is not full. @param from the ID after which the first page starts */
export async function* pagesOf<Entry>(
  read: (after: string | undefined, limit: number) => Promise<readonly Entry[]>,
  idOf: (entry: Entry) => string,
  from?: string,
  size = PAGE,
): AsyncGenerator<readonly Entry[]> {
  for (let after = from; ; ) {
    const page = await read(after, size)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < size) return
    after = idOf(last)
  }
}

/** All documents in a collection, in order of ID. */
export const documentPages = (
  documents: Pick<DocumentStore, 'list'>,
  collection: string,
): AsyncGenerator<readonly { readonly id: string; readonly value: string }[]> =>
  pagesOf(
    async (after, limit) => (await documents.list(collection, after, limit)).documents,
    ({ id }) => id,
  )
